#!/usr/bin/env bash
# satori loses an `<img>` whose width is text
#
# Packages: satori@0.33.5.
# Behaviour: `<img width="256">`, which is how HTML and JSX copied from it look, is laid out with no width; a line on the console is all that says so.
# Most would expect: the image with 256 px, as from React in a browser, or an error.
# Seen on 2026-11-29: an `<image>` of width 0.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >npm.log
npm install --no-audit --no-fund --save-exact satori@0.33.5 >>npm.log 2>&1
cat >run.mjs <<'JS'
import assert from 'node:assert/strict';
import satori from 'satori';

const src = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const getWidth = async (width) => {
  const img = { type: 'img', props: { src, width, height: 50 } };
  const svg = await satori({ type: 'div', props: { style: { display: 'flex' }, children: [img] } }, { width: 300, height: 100, fonts: [] });
  return /<image[^>]* width="([^"]*)"/.exec(svg)?.[1];
};
const seen = [await getWidth(256), await getWidth('256')];
console.log(seen);
assert.deepEqual(seen, ['256', '0']);
JS
node run.mjs
