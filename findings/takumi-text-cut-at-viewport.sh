#!/usr/bin/env bash
# takumi ends every wrapping text at the height of the viewport, whatever box it is in
#
# Packages: @takumi-rs/core@2.16.3, @fontsource/inter@5.3.0.
# Behaviour: the measured height of a text of five lines is that of two lines when the viewport is 60 px high.
# Most would expect: a box as high as its lines, which overflows; what follows is placed below it.
# Seen on 2026-11-29: 48 px with a height of 60, 120 px without a height.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >npm.log
npm install --no-audit --no-fund --save-exact @takumi-rs/core@2.16.3 @fontsource/inter@5.3.0 >>npm.log 2>&1
cat >run.mjs <<'JS'
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Renderer } from '@takumi-rs/core';

const renderer = new Renderer();
const data = readFileSync('node_modules/@fontsource/inter/files/inter-latin-400-normal.woff2');
await renderer.registerFont({ name: 'Inter', data });
const text = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen';
const style = { display: 'block', width: 200, fontSize: 20, fontFamily: 'Inter' };
const tree = { type: 'container', style, children: [{ type: 'text', text }] };
const getHeight = async (viewport) => (await renderer.measure(tree, viewport)).height;
const seen = [await getHeight({ width: 200, height: 60 }), await getHeight({ width: 200 })];
console.log(seen);
assert.deepEqual(seen, [48, 120]);
JS
node run.mjs
