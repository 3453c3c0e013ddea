#!/usr/bin/env bash
# takumi breaks a line between the padding of an inline box and its first word
#
# Packages: @takumi-rs/core@2.16.3, @fontsource/inter@5.3.0.
# Behaviour: the padding before the word stays at the end of the line, the word begins the next one at its very edge.
# Most would expect: the word after its padding, as in browsers, which break no line between the two.
# Seen on 2026-11-29: the word is at x = 0; with 20 px of padding it should be at 20.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >npm.log
npm install --no-audit --no-fund --save-exact @takumi-rs/core@2.16.3 @fontsource/inter@5.3.0 >>npm.log 2>&1
cat >run.mjs <<'JS'
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { Renderer } = require('@takumi-rs/core');
const renderer = new Renderer();
const font = require.resolve('@fontsource/inter/files/inter-latin-400-normal.woff2');
await renderer.registerFont({ name: 'Inter', data: readFileSync(font) });
const text = (words) => ({ type: 'text', text: words });
const inline = { type: 'container', style: { display: 'inline', paddingLeft: 20 }, children: [text('marked')] };
const node = { type: 'container', style: { display: 'block', width: 140, fontSize: 20 }, children: [text('A long text '), inline] };
const { runs } = await renderer.measure(node, { width: 140, fontFamilies: ['Inter'] });
const { x, y } = runs.find((run) => run.text.startsWith('marked'));
console.log({ x, y });
assert.equal(Math.round(x), 0);
assert.ok(y > 10);
JS
node run.mjs
