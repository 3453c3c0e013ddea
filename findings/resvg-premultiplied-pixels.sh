#!/usr/bin/env bash
# The `pixels` of resvg-js are premultiplied, which its documents and types do not say
#
# Packages: @resvg/resvg-js@2.6.2, sharp@0.35.5.
# Behaviour: a fill of rgba(22, 163, 74, 0.2) comes as 4,33,15,51; whoever hands them to a library that takes straight alpha gets dark edges.
# Most would expect: straight RGBA, as in a canvas or in sharp.
# Seen on 2026-11-29: 4,33,15,51 in `pixels`, 22,163,74,51 (give or take rounding) in its own PNG.
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

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"><rect width="2" height="2" fill="rgba(22,163,74,.2)"/></svg>';
const image = new Resvg(svg).render();
const png = await sharp(image.asPng()).raw().toBuffer();
console.log([...image.pixels.slice(0, 4)], [...png.subarray(0, 4)]);
assert.deepEqual([...image.pixels.slice(0, 4)], [4, 33, 15, 51]);
assert.ok(Math.abs(png[1] - 163) <= 3 && png[3] === 51);
JS
node run.mjs
