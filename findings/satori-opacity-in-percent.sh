#!/usr/bin/env bash
# satori writes opacity="NaN" for a percentage
#
# Packages: satori@0.33.5.
# Behaviour: `opacity: '50%'`, valid in CSS, becomes an attribute that no SVG reader can read; a warning goes to the console.
# Most would expect: half opacity, or an error.
# Seen on 2026-11-29: opacity="NaN".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >npm.log
npm install --no-audit --no-fund --save-exact satori@0.33.5 >>npm.log 2>&1
cat >run.mjs <<'JS'
import assert from 'node:assert/strict';
import satori from 'satori';

const style = { width: 10, height: 10, background: 'red', opacity: '50%' };
const svg = await satori({ type: 'div', props: { style } }, { width: 10, height: 10, fonts: [] });
console.log(svg);
assert.match(svg, /opacity="NaN"/);
JS
node run.mjs
