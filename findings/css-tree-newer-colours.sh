#!/usr/bin/env bash
# The lexer of css-tree calls relative colours and contrast-color() invalid
#
# Packages: css-tree@3.2.1.
# Behaviour: `oklch(from red l c h)` and `contrast-color(red)` do not match the syntax of `color`; color-mix() and light-dark() do.
# Most would expect: what all current browsers render to be valid, as its data follow the specifications.
# Seen on 2026-11-29: a mismatch for two of five.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >npm.log
npm install --no-audit --no-fund --save-exact css-tree@3.2.1 >>npm.log 2>&1
cat >run.mjs <<'JS'
import assert from 'node:assert/strict';
import { lexer } from 'css-tree';

const isValid = (value) => lexer.matchProperty('color', value).error === null;
const values = ['color-mix(in oklab, red, blue)', 'light-dark(red, blue)', 'oklch(0.6 0.2 140)', 'oklch(from red l c h)', 'contrast-color(red)'];
console.log(values.map((value) => [value, isValid(value)]));
assert.deepEqual(values.map(isValid), [true, true, true, false, false]);
JS
node run.mjs
