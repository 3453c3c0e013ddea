#!/usr/bin/env bash
# QuickJS ends a WeakRef in the job that makes it
#
# Packages: quickjs-emscripten@0.32.0.
# Behaviour: `new WeakRef({ a: 1 }).deref()` is undefined at once, because values are freed when their last reference goes.
# Most would expect: the object, as the language keeps what a WeakRef was made of until the end of the job (ECMA-262, 9.10).
# Seen on 2026-11-29: undefined; the object if a variable holds it.
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
const run = (code) => context.dump(context.unwrapResult(context.evalCode(code)));
const seen = [
  run('typeof new WeakRef({ a: 1 }).deref()'),
  run('const held = { a: 1 }; typeof new WeakRef(held).deref()'),
];
console.log(seen);
assert.deepEqual(seen, ['undefined', 'object']);
JS
node run.mjs
