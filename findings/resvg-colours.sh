#!/usr/bin/env bash
# resvg paints black where a fill has a colour of CSS Colors 4
#
# Packages: @resvg/resvg-js@2.6.2.
# Behaviour: `rgb(22 163 74)` is read; with an alpha, and oklch(), hwb(), color-mix(), rebeccapurple and even `hsl(120deg ...)` are opaque black.
# Most would expect: the colour, or no paint: an invalid fill in SVG falls back to the inherited one with a message.
# Seen on 2026-11-29: six of seven are 0,0,0,255.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >npm.log
npm install --no-audit --no-fund --save-exact @resvg/resvg-js@2.6.2 >>npm.log 2>&1
cat >run.mjs <<'JS'
import assert from 'node:assert/strict';
import { Resvg } from '@resvg/resvg-js';

const getPixel = (fill) => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"><rect width="2" height="2" fill="${fill}"/></svg>`;
  return [...new Resvg(svg).render().pixels.slice(0, 4)].join();
};
const black = ['rgb(22 163 74 / 20%)', 'oklch(0.6 0.2 140)', 'rebeccapurple', 'hsl(120deg 50% 50%)', 'hwb(120 0% 0%)'];
for (const fill of ['rgb(22 163 74)', ...black, 'color-mix(in srgb, red, blue)']) console.log(fill.padEnd(32), getPixel(fill));
assert.equal(getPixel('rgb(22 163 74)'), '22,163,74,255');
for (const fill of [...black, 'color-mix(in srgb, red, blue)']) assert.equal(getPixel(fill), '0,0,0,255');
JS
node run.mjs
