#!/bin/sh
# Collects what sanlint reads from an AIX host or, after oem_setup_env, from a VIOS: sh collect-aix.sh [FOLDER]
#
# It only reads. All output goes to a new folder below FOLDER (default: the current folder) and an archive of it.
# Each output begins with a line that names host, command and time. Afterwards: sanlint check ARCHIVE
set -u
umask 077
PATH=$PATH:/usr/sbin
export PATH LC_ALL=C

now() { date -u +%Y-%m-%dT%H:%M:%SZ; }
host=$(hostname)
top=${1:-.}
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

run lsdev.txt lsdev -Cc disk
run lspath.txt lspath
run lsmpio.txt lsmpio
run lsmpio-query.txt lsmpio -q
run lspv.txt lspv -u
run errpt.txt errpt
for adapter in $(lsdev -C -F name | grep -E '^(fcs|fscsi)[0-9]+$'); do
    run lsattr.txt lsattr -El "$adapter"
    case $adapter in
    fcs*)
        run lscfg.txt lscfg -vl "$adapter"
        run fcstat.txt fcstat "$adapter"
        ;;
    esac
done
for disk in $(lsdev -Cc disk -F name); do
    run lsattr.txt lsattr -El "$disk"
done

find "$top/$name" -type f -size 0 -exec rm -f {} +
(cd "$top" && tar -cf - "$name" | gzip >"$name.tar.gz") || exit 1
echo "$top/$name.tar.gz"
