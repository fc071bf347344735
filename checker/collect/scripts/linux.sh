#!/bin/sh
# Collects what sanlint reads from a Linux host. Run as root: sh collect-linux.sh [FOLDER]
#
# It only reads: it changes no setting, rescans nothing, and copies no files with secrets. All output goes to a new
# folder below FOLDER (default: the current folder) and an archive of it.
# Each output begins with a line that names host, command and time. Afterwards: sanlint check ARCHIVE
set -u
umask 077
PATH=$PATH:/sbin:/usr/sbin:/usr/local/sbin
export PATH LC_ALL=C

now() { date -u +%Y-%m-%dT%H:%M:%SZ; }
host=$(hostname 2>/dev/null || uname -n)
top=${1:-.}
name=sanlint-$host-$(date -u +%Y%m%d-%H%M%S)
out=$top/$name/$host
mkdir -p "$out" || exit 1
missing=

# run FILE COMMAND ARGUMENT…: writes the header and the output; a missing command is recorded.
run() {
    file=$1
    shift
    if ! command -v "$1" >/dev/null 2>&1; then
        case " $missing " in *" $1 "*) ;; *) missing="$missing $1" ;; esac
        return 0
    fi
    printf '# sanlint: host=%s command="%s" captured_at=%s\n' "$host" "$*" "$(now)" >>"$out/$file"
    "$@" >>"$out/$file" 2>>"$top/$name/errors.log" </dev/null || echo "$* ended with $?" >>"$top/$name/errors.log"
}

# values FILE PATH…: prints one line per file of /sys or /proc, with its name.
values() {
    file=$1
    shift
    begun=
    for path in "$@"; do
        [ -f "$path" ] && [ -r "$path" ] || continue
        if [ -z "$begun" ]; then
            printf '# sanlint: host=%s command="grep . /sys/..." captured_at=%s\n' "$host" "$(now)" >>"$out/$file"
            begun=yes
        fi
        grep -H . "$path" >>"$out/$file" 2>/dev/null || :
    done
    return 0
}

run uname.txt uname -a
[ -r /etc/os-release ] && run os-release.txt cat /etc/os-release
run hostnamectl.txt hostnamectl --static
run multipath.txt multipath -ll
run iscsi-sessions.txt iscsiadm -m session -P 1
[ -r /etc/iscsi/initiatorname.iscsi ] && run initiatorname.txt cat /etc/iscsi/initiatorname.iscsi
run multipathd-maps.json multipathd show maps json
run multipathd-config.txt multipathd show config
[ -r /etc/multipath.conf ] && run multipath.conf cat /etc/multipath.conf
run lsscsi.txt lsscsi -t
run lsblk.json lsblk -J -b -o NAME,KNAME,TYPE,SIZE,MODEL,VENDOR,SERIAL,WWN,HCTL,TRAN,ROTA,LOG-SEC,PHY-SEC,FSTYPE,MOUNTPOINT
run pvs.txt pvs --units b -o pv_name,vg_name,pe_start,pv_size
run powermt.txt powermt display dev=all
run powermt-options.txt powermt display options
run vxdmpadm-subpaths.txt vxdmpadm getsubpaths
run vxdmpadm-enclosures.txt vxdmpadm listenclosure all
run vxdmpadm-nodes.txt vxdmpadm list dmpnode all
run vxprint.txt vxprint -ht

values sys-fc.txt /sys/class/fc_host/*/* /sys/class/fc_host/*/statistics/* /sys/class/fc_remote_ports/*/*
values sys-block.txt /sys/block/sd*/queue/* /sys/block/dm-*/queue/* /sys/block/nvme*/queue/* \
    /sys/block/sd*/device/timeout /sys/block/sd*/device/queue_depth /sys/block/sd*/device/state \
    /sys/block/sd*/device/vendor /sys/block/sd*/device/model /sys/block/sd*/device/wwid /sys/block/dm-*/dm/uuid /sys/block/dm-*/dm/name
values sys-modules.txt /sys/module/lpfc/parameters/* /sys/module/qla2xxx/parameters/* /sys/module/scsi_mod/parameters/* \
    /sys/module/nvme_core/parameters/multipath

# Partition tables: once per map, not per path; devices that cannot be opened are skipped.
for disk in /dev/mapper/* /dev/sd? /dev/sd?? /dev/nvme?n?; do
    [ -b "$disk" ] || continue
    case $(lsblk -ndo TYPE "$disk" 2>/dev/null) in
    disk) lsblk -nro TYPE "$disk" 2>/dev/null | grep -q mpath && continue ;;
    mpath) ;;
    *) continue ;;
    esac
    run sfdisk.txt sfdisk -d "$disk"
done

# NVMe over Fibre Channel: path states are printed only if the namespace is given.
for disk in /dev/nvme?n? /dev/nvme?n?? /dev/nvme??n? /dev/nvme??n??; do
    [ -b "$disk" ] || continue
    run nvme-subsys.txt nvme list-subsys "$disk"
done

for rules in /etc/udev/rules.d/*.rules; do
    [ -r "$rules" ] || continue
    printf '# sanlint: host=%s command="cat %s" captured_at=%s\n' "$host" "$rules" "$(now)" >>"$out/udev-rules.txt"
    cat "$rules" >>"$out/udev-rules.txt"
done
for conf in /etc/modprobe.d/*.conf; do
    grep -qsE '^[[:space:]]*options[[:space:]]+(lpfc|qla2xxx|scsi_mod|dm_multipath|nvme)' "$conf" || continue
    printf '# sanlint: host=%s command="cat %s" captured_at=%s\n' "$host" "$conf" "$(now)" >>"$out/modprobe.txt"
    grep -E '^[[:space:]]*options[[:space:]]+(lpfc|qla2xxx|scsi_mod|dm_multipath|nvme)' "$conf" >>"$out/modprobe.txt"
done

find "$top/$name" -type f -size 0 -exec rm -f {} +
(cd "$top" && tar -cf - "$name" | gzip >"$name.tar.gz") || exit 1
[ -n "$missing" ] && echo "not on this host:$missing" >&2
echo "$top/$name.tar.gz"
