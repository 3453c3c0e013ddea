#!/usr/bin/env bash
# takumi ignores named grid areas
#
# Packages: @takumi-rs/core@2.16.3.
# Behaviour: items go into the grid in the order of the tree, whatever `gridTemplateAreas` and `gridArea` say.
# Most would expect: the first item, whose area is the second column, to be 80 px wide.
# Seen on 2026-11-29: 20 px.
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
const item = (gridArea) => ({ type: 'container', style: { gridArea, height: 10 }, children: [] });
const style = { display: 'grid', width: 100, gridTemplateAreas: '"b a"', gridTemplateColumns: '20px 80px' };
const { children } = await renderer.measure({ type: 'container', style, children: [item('a'), item('b')] }, { width: 100 });
console.log(children.map(({ width }) => width));
assert.deepEqual(children.map(({ width }) => width), [20, 80]);
JS
node run.mjs
