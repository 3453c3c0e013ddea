#!/usr/bin/env bash
# takumi rejects a tree for calc() that divides a sum
#
# Packages: @takumi-rs/core@2.16.3.
# Behaviour: `calc((100% - 20px) / 3)` is an invalid value and nothing is rendered; `calc(100% / 3 - 20px / 3)` is read.
# Most would expect: both to be the same width.
# Seen on 2026-11-29: an error that names width for the first, a box for the second.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >npm.log
npm install --no-audit --no-fund --save-exact @takumi-rs/core@2.16.3 >>npm.log 2>&1
cat >run.mjs <<'JS'
import assert from 'node:assert/strict';
import { Renderer } from '@takumi-rs/core';

const renderer = new Renderer();
const measure = async (width) => {
  const child = { type: 'container', style: { display: 'block', width, height: 10 }, children: [] };
  const style = { display: 'block', width: 200 };
  return (await renderer.measure({ type: 'container', style, children: [child] }, { width: 200 })).children[0].width;
};
await assert.rejects(measure('calc((100% - 20px) / 3)'), /invalid value for width/);
const width = await measure('calc(100% / 3 - 20px / 3)');
console.log(width);
assert.equal(Math.round(width), 60);
JS
node run.mjs
