#!/usr/bin/env bash
# sharp halves the resolution of colours at quality 100
#
# Packages: sharp@0.35.5.
# Behaviour: JPEG and WebP store colours at half the resolution at every quality, unless `chromaSubsampling` (JPEG) or `lossless` (WebP) says otherwise.
# Most would expect: quality 100 to keep a red pixel beside a blue one.
# Seen on 2026-11-29: red (255, 0, 0) is 150, 24, 150 in the JPEG and 139, 33, 139 in the WebP; with 4:4:4 it is 254, 0, 0.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >npm.log
npm install --no-audit --no-fund --save-exact sharp@0.35.5 >>npm.log 2>&1
cat >run.mjs <<'JS'
import assert from 'node:assert/strict';
import sharp from 'sharp';

const size = 64;
const pixels = Buffer.from(Array.from({ length: size * size }, (_, n) => (n % 2 ? [255, 0, 0] : [0, 0, 255])).flat());
const stripes = () => sharp(pixels, { raw: { width: size, height: size, channels: 3 } });
/** Returns a pixel that was red. */
const readRed = async (image) => {
  const { data } = await sharp(await image.toBuffer()).raw().toBuffer({ resolveWithObject: true });
  const at = (30 * size + 31) * 3;
  return [...data.subarray(at, at + 3)];
};
const seen = {
  jpeg: await readRed(stripes().jpeg({ quality: 100 })),
  webp: await readRed(stripes().webp({ quality: 100 })),
  full: await readRed(stripes().jpeg({ quality: 100, chromaSubsampling: '4:4:4' })),
};
console.log(seen);
assert.deepEqual(seen, { jpeg: [150, 24, 150], webp: [139, 33, 139], full: [254, 0, 0] });
JS
node run.mjs
