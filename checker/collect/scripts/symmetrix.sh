#!/bin/sh
# Collects what sanlint reads from Symmetrix, VMAX and PowerMax arrays, on a host with Solutions Enabler:
# sh collect-symmetrix.sh [FOLDER] [SID…]     default: every local array
#
# It only reads: list and show commands that need no lock. Each output begins with a line that names
# array, command and time. Afterwards: sanlint check ARCHIVE
set -u
umask 077
PATH=$PATH:/usr/symcli/bin
export PATH LC_ALL=C

command -v symcfg >/dev/null 2>&1 || {
    echo "symcfg not found: run this script where Solutions Enabler is installed" >&2
    exit 1
}
now() { date -u +%Y-%m-%dT%H:%M:%SZ; }
top=${1:-.}
[ $# -gt 0 ] && shift
# Each number is a separate argument.
# shellcheck disable=SC2046
[ $# -gt 0 ] || set -- $(symcfg list 2>/dev/null | grep -E '^ +[0-9]{12} +Local' | awk '{print $1}')
name=sanlint-symmetrix-$(date -u +%Y%m%d-%H%M%S)

run() {
    file=$1
    shift
    printf '# sanlint: host=%s command="%s" captured_at=%s\n' "$sid" "$*" "$(now)" >>"$out/$file"
    "$@" >>"$out/$file" 2>>"$top/$name/errors.log" </dev/null || echo "$* ended with $?" >>"$top/$name/errors.log"
}

for sid in "$@"; do
    out=$top/$name/$sid
    mkdir -p "$out" || exit 1
    run symcfg-v.txt symcfg -sid "$sid" list -v
    run directors.txt symcfg -sid "$sid" list -dir all -v
    run directors-list.txt symcfg -sid "$sid" list -dir all
    run pools.txt symcfg -sid "$sid" list -pool
    run devices.txt symdev -sid "$sid" list
    run views.txt symaccess -sid "$sid" list view -detail
    run logins.txt symaccess -sid "$sid" list logins
    run rdf.txt symrdf -sid "$sid" list
    symaccess -sid "$sid" list view 2>/dev/null | awk 'body && NF {print $1} /^-+/ {body = 1}' | sort -u | while read -r view; do
        run view-details.txt symaccess -sid "$sid" show view "$view" -detail
    done
done
find "$top/$name" -type f -size 0 -exec rm -f {} +
(cd "$top" && tar -cf - "$name" | gzip >"$name.tar.gz") || exit 1
echo "$top/$name.tar.gz"
