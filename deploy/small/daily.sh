#!/bin/sh
# Unless today has one: a backup into the folder given. Keeps the newest fourteen, and the log of charges beside them.
set -eu
folder=$1
cd "$(dirname "$0")/../.."
file=$folder/arcadia-$(date +%F).sql.gz
[ ! -e "$file" ] || exit 0
./arcadia backup "$file"
cp "${CHARGE_LOG:-$DATA_DIR/charges.log}" "$folder/" 2>/dev/null || true
ls "$folder"/arcadia-*.sql.gz | head -n -14 | xargs -r rm --
