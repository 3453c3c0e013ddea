#!/usr/bin/env bash
# takumi does not read a nested var() with a space before its last parenthesis
#
# Packages: @takumi-rs/core@2.16.3.
# Behaviour: `var(--a, var(--b))` gives the value of --b; `var(--a, var(--b) )` gives nothing, without an error.
# Most would expect: the same value: CSS allows white space there, and formatters write it.
# Seen on 2026-11-29: blue without the space, transparent with it.
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
const getPixel = async (backgroundColor) => {
  const style = { display: 'block', width: 4, height: 4, '--b': 'blue', backgroundColor };
  return [...(await renderer.render({ type: 'container', style }, { width: 4, height: 4, format: 'raw' }))].slice(0, 4);
};
const seen = [await getPixel('var(--a, var(--b))'), await getPixel('var(--a, var(--b) )')];
console.log(seen);
assert.deepEqual(seen, [[0, 0, 255, 255], [0, 0, 0, 0]]);
JS
node run.mjs
