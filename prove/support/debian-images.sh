#!/bin/sh
# Makes the images that deploy/ is built on and runs beside from Debian's packages, where no public registry is reached:
#   prove/support/debian-images.sh docker|podman
# Needs root and debootstrap. Prints the settings that name them for `npm run prove -- --only E5`.
set -eu
engine=$1
folder=$(mktemp -d)
trap 'umount "$folder"/*/proc 2>/dev/null || true; rm -rf "$folder"' EXIT
debian=$folder/debian
debootstrap --variant=minbase trixie "$debian" >&2
rm -rf "$debian"/var/cache/apt/archives/*.deb

# image <name> <packages> <instruction>…: Debian with these packages.
image() {
  name=$1 packages=$2
  shift 2
  root=$folder/$name
  [ "$name" = debian ] || cp -a "$debian" "$root"
  if [ -n "$packages" ]; then
    echo 'exit 101' >"$root/usr/sbin/policy-rc.d" && chmod +x "$root/usr/sbin/policy-rc.d"
    mount -t proc proc "$root/proc"
    chroot "$root" apt-get update >&2
    DEBIAN_FRONTEND=noninteractive chroot "$root" apt-get install -y --no-install-recommends $packages >&2
    umount "$root/proc"
  fi
  [ "$name" != postgres ] || install -m 755 "$(dirname "$0")/debian-postgres.sh" "$root/usr/local/bin/entrypoint"
  rm -rf "$root"/var/lib/apt/lists/* "$root"/var/cache/apt/archives/*.deb "$root"/usr/share/doc/*
  tar -C "$root" -c . | "$engine" import - "localhost/arcadia-$name" >&2
  # docker's import knows no STOPSIGNAL.
  printf '%s\n' "FROM localhost/arcadia-$name" "$@" | "$engine" build -q -t "localhost/arcadia-$name" - >&2
}

image debian ''
image postgres postgresql 'ENTRYPOINT ["entrypoint"]' 'STOPSIGNAL SIGINT'
image caddy caddy 'CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile"]' 'ENV XDG_DATA_HOME=/data'
cat <<SETTINGS
IMAGE_BASE=localhost/arcadia-debian
POSTGRES_IMAGE=localhost/arcadia-postgres
CADDY_IMAGE=localhost/arcadia-caddy
SETTINGS
