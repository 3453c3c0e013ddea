#!/usr/bin/env bash
# Nuxt builds no site with pages under the newest Vite that it asks for
#
# Packages: nuxt@4.5.2, vite@8.4.0, vite@8.3.8.
# Behaviour: a site of one page in `app/pages` ends with EXTERNAL_MODULES_CANNOT_BE_TRANSFORMED_TO_MODULES under vite 8.4.0, which `npm install nuxt` chooses; with vite 8.3.8 in "overrides" it builds.
# Most would expect: that a minor version of Vite within the range `^8.2.0` of Nuxt's own builder builds a new site.
# Seen on 2026-11-30: "unctx" is resolved as a module, but was external before; the build under 8.3.8 completes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export NUXT_TELEMETRY_DISABLED=1

# build VERSION: prints whether a new site is built under a version of Vite
build() {
  mkdir -p "$folder/$1/app/pages"
  cd "$folder/$1"
  printf '{ "private": true, "type": "module", "dependencies": { "nuxt": "4.5.2" }, "overrides": { "vite": "%s" } }' "$1" >package.json
  echo '<template><NuxtPage /></template>' >app/app.vue
  echo '<template><p>page</p></template>' >app/pages/index.vue
  npm install --no-audit --no-fund >npm.log 2>&1
  node_modules/.bin/nuxt build >build.log 2>&1 || true
  grep -o -m1 -E 'EXTERNAL_MODULES_CANNOT_BE_TRANSFORMED_TO_MODULES|Build complete' build.log
}

seen="8.4.0 $(build 8.4.0); 8.3.8 $(build 8.3.8)"
echo "$seen"
test "$seen" = '8.4.0 EXTERNAL_MODULES_CANNOT_BE_TRANSFORMED_TO_MODULES; 8.3.8 Build complete'
