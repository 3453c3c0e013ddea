#!/usr/bin/env bash
# takumi clips all layers of a background alike
#
# Packages: @takumi-rs/core@2.16.3, sharp@0.35.5 (reads the pixels).
# Behaviour: of `padding-box` and `border-box` in two layers of `background` one holds for both.
# Most would expect: the usual frame of a gradient: white inside, red under the transparent border.
# Seen on 2026-11-29: white under the border too.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >npm.log
npm install --no-audit --no-fund --save-exact @takumi-rs/core@2.16.3 sharp@0.35.5 >>npm.log 2>&1
cat >run.mjs <<'JS'
import assert from 'node:assert/strict';
import { Renderer } from '@takumi-rs/core';
import sharp from 'sharp';

const style = {
  display: 'block',
  width: 100,
  height: 50,
  boxSizing: 'border-box',
  border: '10px solid transparent',
  background: 'linear-gradient(#fff, #fff) padding-box, linear-gradient(#f00, #f00) border-box',
};
const size = { width: 100, height: 50, format: 'png' };
const image = await new Renderer().render({ type: 'container', style, children: [] }, size);
const pixels = await sharp(Buffer.from(image)).ensureAlpha().raw().toBuffer();
const seen = [...pixels.subarray(0, 4)];
console.log(seen);
assert.deepEqual(seen, [255, 255, 255, 255]);
JS
node run.mjs
