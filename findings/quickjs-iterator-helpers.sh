#!/usr/bin/env bash
# QuickJS fails when an iterator helper over an array iterator is left early
#
# Packages: quickjs-emscripten@0.32.0.
# Behaviour: `.values().filter(...).take(1)` and a `for of` with a `break` call `return` of the inner iterator, which iterators of arrays do not have; `.values().take(2)` alone works.
# Most would expect: the first elements, as in every other engine; with fewer elements than are taken the same line works.
# Seen on 2026-11-29: TypeError: not a function in three of five.
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
const codes = [
  '[...[1, 2, 3].values().take(2)].join()',
  '[1, 2, 3].values().filter(Boolean).take(5).toArray().join()',
  '[1, 2, 3].values().filter(Boolean).take(2).toArray().join()',
  '[1, 2, 3].values().map(String).take(2).toArray().join()',
  'let last; for (const one of [1, 2, 3].values().filter(Boolean)) { last = one; break; } last',
];
const seen = codes.map(run);
console.log(seen);
const failure = 'not a function';
assert.deepEqual(seen, ['1,2', '1,2,3', failure, failure, failure]);
JS
node run.mjs
