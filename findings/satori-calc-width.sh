#!/usr/bin/env bash
# satori lays a box with width: calc(...) out with no width
#
# Packages: satori@0.33.5.
# Behaviour: `calc(100% - 50px)` is 0 px; a line on the console says that a number or a percentage is expected.
# Most would expect: 150 px of 200, or an error.
# Seen on 2026-11-29: a `<rect>` of width 0.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >npm.log
npm install --no-audit --no-fund --save-exact satori@0.33.5 >>npm.log 2>&1
cat >run.mjs <<'JS'
import assert from 'node:assert/strict';
import satori from 'satori';

const child = { type: 'div', props: { style: { width: 'calc(100% - 50px)', height: 10, background: 'red' } } };
const style = { display: 'flex', width: 200 };
const svg = await satori({ type: 'div', props: { style, children: [child] } }, { width: 200, height: 100, fonts: [] });
const width = /<rect[^>]* width="([^"]*)"[^>]*fill="red"/.exec(svg)?.[1];
console.log(width);
assert.equal(width, '0');
JS
node run.mjs
