# Collects what sanlint reads from a Windows host. In an elevated PowerShell: .\collect-windows.ps1 [-Folder PATH]
#
# It only reads: it changes no setting, and neither claims nor rescans devices. All output goes to a new folder and an
# archive of it. Each output begins with a line that names host, command and time. Afterwards: sanlint check ARCHIVE
param([string]$Folder = ".")
$ErrorActionPreference = "Continue"
$hostName = $env:COMPUTERNAME
$name = "sanlint-$hostName-" + (Get-Date).ToUniversalTime().ToString("yyyyMMdd-HHmmss")
$top = Join-Path $Folder $name
$out = Join-Path $top $hostName
New-Item -ItemType Directory -Path $out -Force | Out-Null

function Save-Output([string]$File, [string]$Command, [scriptblock]$Read) {
    $time = (Get-Date).ToUniversalTime().ToString("yyyy-MM-ddTHH:mm:ssZ")
    try { $lines = @(& $Read 2>$null) } catch { return }
    if ($lines.Count -eq 0) { return }
    $header = "# sanlint: host=$hostName command=`"$Command`" captured_at=$time"
    @($header) + $lines | Out-File -FilePath (Join-Path $out $File) -Encoding utf8 -Append -Width 4096
}

Save-Output "mpclaim-disks.txt" "mpclaim -s -d" { mpclaim.exe -s -d }
$disks = @(mpclaim.exe -s -d 2>$null | Select-String -Pattern "^\s*MPIO Disk(\d+)" | ForEach-Object { $_.Matches[0].Groups[1].Value })
foreach ($disk in $disks) {
    Save-Output "mpclaim-paths.txt" "mpclaim -s -d $disk" { mpclaim.exe -s -d $disk }
}
Save-Output "get-disk.csv" "Get-Disk" {
    Get-Disk | Select-Object Number, FriendlyName, Manufacturer, Model, SerialNumber, UniqueId, UniqueIdFormat, BusType, Size, LogicalSectorSize, PhysicalSectorSize, PartitionStyle, OperationalStatus, IsBoot, IsClustered | ConvertTo-Csv -NoTypeInformation
}
Save-Output "get-partition.csv" "Get-Partition" {
    Get-Partition | Select-Object DiskNumber, PartitionNumber, DriveLetter, Offset, Size, Type, GptType, MbrType, IsBoot, IsSystem, DiskId | ConvertTo-Csv -NoTypeInformation
}
Save-Output "get-initiatorport.csv" "Get-InitiatorPort" {
    Get-InitiatorPort | Select-Object InstanceName, NodeAddress, PortAddress, ConnectionType, OperationalStatus | ConvertTo-Csv -NoTypeInformation
}
Save-Output "get-iscsiconnection.csv" "Get-IscsiConnection" {
    Get-IscsiConnection | Select-Object ConnectionIdentifier, InitiatorAddress, InitiatorPortNumber, TargetAddress, TargetPortNumber | ConvertTo-Csv -NoTypeInformation
}
Save-Output "get-mpiosetting.txt" "Get-MPIOSetting" { Get-MPIOSetting | ConvertTo-Json }
Save-Output "load-balance-policy.txt" "Get-MSDSMGlobalDefaultLoadBalancePolicy" { Get-MSDSMGlobalDefaultLoadBalancePolicy }
Save-Output "wmic-partition.csv" "wmic partition get BlockSize,Index,Name,Size,StartingOffset,Type" {
    Get-CimInstance Win32_DiskPartition | Select-Object DiskIndex, Index, Name, BlockSize, StartingOffset, Size, Type | ConvertTo-Csv -NoTypeInformation
}
Save-Output "registry-disk.txt" "reg query HKLM\SYSTEM\CurrentControlSet\Services\Disk" { reg.exe query "HKLM\SYSTEM\CurrentControlSet\Services\Disk" /v TimeOutValue }
Save-Output "registry-mpio.txt" "reg query HKLM\SYSTEM\CurrentControlSet\Services\mpio\Parameters" { reg.exe query "HKLM\SYSTEM\CurrentControlSet\Services\mpio\Parameters" }
Save-Output "registry-msdsm.txt" "reg query HKLM\SYSTEM\CurrentControlSet\Services\msdsm\Parameters" { reg.exe query "HKLM\SYSTEM\CurrentControlSet\Services\msdsm\Parameters" }

Compress-Archive -Path $top -DestinationPath "$top.zip"
Write-Output "$top.zip"
