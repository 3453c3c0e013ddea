#!/usr/bin/env bash
# QuickJS spreads a text into an object without its letters
#
# Packages: quickjs-emscripten@0.32.0.
# Behaviour: `{ ..."ab" }` has no properties; `Object.assign({}, "ab")` and `{ ...Object("ab") }` have one for each letter.
# Most would expect: { 0: 'a', 1: 'b' } of all three (CopyDataProperties of ECMAScript makes an object of the text).
# Seen on 2026-11-29: {}, {"0":"a","1":"b"}, {"0":"a","1":"b"}.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >npm.log
npm install --no-audit --no-fund --save-exact quickjs-emscripten@0.32.0 >>npm.log 2>&1
cat >run.mjs <<'JS'
import assert from 'node:assert/strict';
import { getQuickJS } from 'quickjs-emscripten';

const context = (await getQuickJS()).newContext();
const run = (code) => {
  const { error, value } = context.evalCode(code);
  return error ? context.dump(error).message : context.dump(value);
};
const codes = ['{ ..."ab" }', 'Object.assign({}, "ab")', '{ ...Object("ab") }'];
const seen = codes.map((code) => run(`JSON.stringify((${code}))`));
console.log(seen);
const letters = '{"0":"a","1":"b"}';
assert.deepEqual(seen, ['{}', letters, letters]);
JS
node run.mjs
