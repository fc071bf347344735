# Collects what sanlint reads from all ESXi hosts of a vCenter. In PowerCLI, after Connect-VIServer:
# .\collect-powercli.ps1 [-Folder PATH] [-Location NAME]     -Location: a cluster, folder or data centre, default: all hosts
#
# It only reads. Every row names its host. Afterwards: sanlint check ARCHIVE
param([string]$Folder = ".", [string]$Location = "")
$ErrorActionPreference = "Continue"
$name = "sanlint-vcenter-" + (Get-Date).ToUniversalTime().ToString("yyyyMMdd-HHmmss")
$top = Join-Path $Folder $name
New-Item -ItemType Directory -Path $top -Force | Out-Null
$hosts = if ($Location) { Get-VMHost -Location $Location } else { Get-VMHost }

function Save-Rows([string]$File, [string]$Command, $Rows) {
    if (-not $Rows) { return }
    $time = (Get-Date).ToUniversalTime().ToString("yyyy-MM-ddTHH:mm:ssZ")
    $header = "# sanlint: command=`"$Command`" captured_at=$time"
    @($header) + @($Rows | ConvertTo-Csv -NoTypeInformation) | Out-File -FilePath (Join-Path $top $File) -Encoding utf8 -Width 8192
}

$owner = @{n = "VMHost"; e = { $vmhost.Name } }
$node = @{n = "NodeWorldWideName"; e = { "{0:x16}" -f $_.NodeWorldWideName } }
$port = @{n = "PortWorldWideName"; e = { "{0:x16}" -f $_.PortWorldWideName } }
$lunColumns = $owner, "CanonicalName", "RuntimeName", "LunType", "Vendor", "Model", "SerialNumber", "CapacityGB", "MultipathPolicy", "CommandsToSwitchPath", "BlocksToSwitchPath", "IsLocal", "IsSsd"
$pathColumns = $owner, "Name", "SanId", "State", "Preferred", "ScsiCanonicalName", "LunPath"
$hbaColumns = $owner, "Device", "Type", "Model", "Driver", "Pci", "Status", "Speed", $node, $port
foreach ($vmhost in $hosts) {
    $short = $vmhost.Name -replace '[^A-Za-z0-9._-]', '_'
    $luns = Get-ScsiLun -VmHost $vmhost -LunType disk
    Save-Rows "$short-scsilun.csv" "Get-ScsiLun" ($luns | Select-Object $lunColumns)
    Save-Rows "$short-scsilunpath.csv" "Get-ScsiLunPath" ($luns | Get-ScsiLunPath | Select-Object $pathColumns)
    Save-Rows "$short-hba.csv" "Get-VMHostHba" (Get-VMHostHba -VMHost $vmhost -Type FibreChannel | Select-Object $hbaColumns)
}

Compress-Archive -Path $top -DestinationPath "$top.zip"
Write-Output "$top.zip"
