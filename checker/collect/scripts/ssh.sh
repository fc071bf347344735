#!/bin/sh
# Runs the commands below on switches over ssh and keeps each output with a line that names switch, command and time:
# sh collect.sh USER@SWITCH…     uses keys or an agent; does not prompt for or store passwords
#
# It only reads. Afterwards: sanlint check ARCHIVE
set -u
umask 077
[ $# -gt 0 ] || {
    echo "usage: sh $0 USER@SWITCH..." >&2
    exit 2
}
name=sanlint-@PLATFORM@-$(date -u +%Y%m%d-%H%M%S)
for target in "$@"; do
    switch=${target#*@}
    mkdir -p "$name/$switch" || exit 1
    number=0
    while IFS= read -r command; do
        case $command in '' | '#'*) continue ;; esac
        number=$((number + 1))
        file=$name/$switch/$(printf '%02d' "$number").txt
        printf '# sanlint: host=%s command="%s" captured_at=%s\n' "$switch" "$command" "$(date -u +%Y-%m-%dT%H:%M:%SZ)" >"$file"
        ssh -n -o BatchMode=yes -- "$target" "$command" >>"$file" 2>>"$name/errors.log" ||
            echo "$switch: $command ended with $?" >>"$name/errors.log"
    done <<'COMMANDS'
@COMMANDS@
COMMANDS
done
tar -cf - "$name" | gzip >"$name.tar.gz" || exit 1
echo "$name.tar.gz"
