#!/bin/sh
# Runs a ready archive of Arcadia with the Node that it brings: `./arcadia start` is what `npm start` is in a checkout, and
# `./arcadia doctor` what `npm run doctor` is. Needs no other program.
self=$0
[ -h "$self" ] && self=$(readlink -f "$self")
case $self in */*) folder=${self%/*} ;; *) folder=. ;; esac
folder=$(cd "$folder" && pwd -P)
command=${1:-start}
[ $# -gt 0 ] && shift
case $command in
  start | seed | admin | backup | restore | doctor | conformance) ;;
  *)
    echo "Usage: ./arcadia start|seed|admin|backup|restore|doctor|conformance" >&2
    exit 1
    ;;
esac
# Ignored where it can't be written.
export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-$folder/.cache/compiled}"
exec "$folder/node_modules/.bin/node" "$folder/scripts/$command.ts" "$@"
