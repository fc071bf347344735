#!/bin/sh
# Collects what sanlint reads from an ESXi host (5 to 8). In the ESXi shell: sh collect-esxi.sh [FOLDER]
#
# It only reads: it changes no setting and rescans nothing. The archive is written to FOLDER; use a datastore, such as
# /vmfs/volumes/datastore1, not the small root file system. Each output begins with a line that names host, command
# and time. Afterwards, on the machine with sanlint: sanlint check ARCHIVE
set -u
umask 077

now() { date -u +%Y-%m-%dT%H:%M:%SZ; }
host=$(hostname 2>/dev/null || uname -n)
top=${1:-/tmp}
name=sanlint-$host-$(date -u +%Y%m%d-%H%M%S)
out=$top/$name/$host
mkdir -p "$out" || exit 1

# run FILE COMMAND ARGUMENT…: writes the header and the output.
run() {
    file=$1
    shift
    command -v "$1" >/dev/null 2>&1 || return 0
    printf '# sanlint: host=%s command="%s" captured_at=%s\n' "$host" "$*" "$(now)" >>"$out/$file"
    "$@" >>"$out/$file" 2>>"$top/$name/errors.log" </dev/null || echo "$* ended with $?" >>"$top/$name/errors.log"
}

run version.txt esxcli system version get
run hostname.txt esxcli system hostname get
run core-path-list.txt esxcli storage core path list
run nmp-path-list.txt esxcli storage nmp path list
run nmp-device-list.txt esxcli storage nmp device list
run hpp-device-list.txt esxcli storage hpp device list
run hpp-path-list.txt esxcli storage hpp path list
run core-device-list.txt esxcli storage core device list
run core-adapter-list.txt esxcli storage core adapter list
run san-fc-list.txt esxcli storage san fc list
run iscsi-sessions.txt esxcli iscsi session connection list
run iscsi-portals.txt esxcli iscsi networkportal list
run satp-list.txt esxcli storage nmp satp list
run satp-rule-list.csv esxcli --formatter=csv storage nmp satp rule list
run claimrule-list.txt esxcli storage core claimrule list
run vmfs-extent-list.txt esxcli storage vmfs extent list
run filesystem-list.txt esxcli storage filesystem list
run vmfs-snapshot-list.txt esxcli storage vmfs snapshot list
run advanced-disk.txt esxcli system settings advanced list -t /Disk
run advanced-vmfs3.txt esxcli system settings advanced list -t /VMFS3
run scsidevs-adapters.txt esxcfg-scsidevs -a
run scsidevs-vmfs.txt esxcfg-scsidevs -m

for module in lpfc lpfc820 qlnativefc qla2xxx bfa brcmfcoe nfnic fnic; do
    if esxcli system module get -m "$module" >/dev/null 2>&1; then
        run module-parameters.txt esxcli system module parameters list -m "$module"
    fi
done
for device in $(esxcli storage nmp device list 2>/dev/null | grep -B6 'Path Selection Policy: VMW_PSP_RR' | grep -E '^(naa|eui|t10)[.]' | cut -c1-255); do
    run roundrobin.txt esxcli storage nmp psp roundrobin deviceconfig get -d "$device"
done
# Whole disks only: a name with a colon is a partition.
for disk in /vmfs/devices/disks/naa.* /vmfs/devices/disks/eui.* /vmfs/devices/disks/t10.* /vmfs/devices/disks/mpx.*; do
    case $disk in *:[0-9]*) continue ;; esac
    [ -e "$disk" ] && run partedutil.txt partedUtil getptbl "$disk"
done

find "$top/$name" -type f -size 0 -exec rm -f {} +
(cd "$top" && tar -cf - "$name" | gzip >"$name.tar.gz") || exit 1
echo "$top/$name.tar.gz"
