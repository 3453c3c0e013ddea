#!/usr/bin/env bash
# takumi fades the ground of an inline box, not its text
#
# Packages: @takumi-rs/core@2.16.3, @fontsource/inter@5.3.0.
# Behaviour: `opacity: 0.2` on a box with `display: inline` leaves its text black; on a block it fades.
# Most would expect: faint text in both, as opacity applies to all boxes.
# Seen on 2026-11-29: the darkest pixel is 0 in the inline box, 204 in the block.
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
const getDarkest = async (display) => {
  const inner = { type: 'container', style: { display, opacity: 0.2 }, children: [{ type: 'text', text: 'MMMM' }] };
  const style = { display: 'block', width: 100, height: 40, backgroundColor: 'white', fontFamily: 'Inter', fontSize: 30 };
  const pixels = await renderer.render({ type: 'container', style, children: [inner] }, { width: 100, height: 40, format: 'raw' });
  return pixels.filter((_, index) => index % 4 === 0).reduce((least, red) => Math.min(least, red), 255);
};
const seen = { inline: await getDarkest('inline'), block: await getDarkest('block') };
console.log(seen);
assert.deepEqual(seen, { inline: 0, block: 204 });
JS
node run.mjs
