#!/usr/bin/env bash
# A WebP image in an SVG is drawn by neither resvg nor librsvg
#
# Packages: @resvg/resvg-js@2.6.2, sharp@0.35.5 (librsvg).
# Behaviour: an `<image>` whose `data:` address is a WebP leaves its place empty, without an error.
# Most would expect: the picture, as a PNG in its place is drawn, or an error.
# Seen on 2026-11-29: transparent pixels for the WebP, red for the PNG, from both.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >npm.log
npm install --no-audit --no-fund --save-exact @resvg/resvg-js@2.6.2 sharp@0.35.5 >>npm.log 2>&1
cat >run.mjs <<'JS'
import assert from 'node:assert/strict';
import { Resvg } from '@resvg/resvg-js';
import sharp from 'sharp';

const red = sharp({ create: { width: 10, height: 10, channels: 3, background: 'red' } });
const show = async (type, image) => {
  const href = `data:image/${type};base64,${(await image.toBuffer()).toString('base64')}`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><image width="10" height="10" href="${href}"/></svg>`;
  const byLibrsvg = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer();
  return [new Resvg(svg).render().pixels, byLibrsvg].map((pixels) => [...pixels.subarray(0, 4)].join(' '));
};
const seen = { webp: await show('webp', red.clone().webp()), png: await show('png', red.clone().png()) };
console.log(seen);
assert.deepEqual(seen, { webp: ['0 0 0 0', '0 0 0 0'], png: ['255 0 0 255', '255 0 0 255'] });
JS
node run.mjs
