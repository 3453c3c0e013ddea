#!/usr/bin/env bash
# sucrase removes TypeScript namespaces with their values
#
# Packages: sucrase@3.35.1.
# Behaviour: `namespace Sizes { export const small = 1 }` becomes nothing, without an error, also beside a function `Sizes`.
# Most would expect: the object that TypeScript writes, or an error, as for other syntax that is not supported.
# Seen on 2026-11-29: no text of the namespace is left; `Sizes.small` is undefined where a function has the same name.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >npm.log
npm install --no-audit --no-fund --save-exact sucrase@3.35.1 >>npm.log 2>&1
cat >run.mjs <<'JS'
import assert from 'node:assert/strict';
import { transform } from 'sucrase';

const source = 'function Sizes() {}\nnamespace Sizes { export const small = 1 }\nglobalThis.seen = Sizes.small;';
const { code } = transform(source, { transforms: ['typescript'] });
console.log(code);
(0, eval)(code);
assert.equal(code.includes('small = 1'), false);
assert.equal(globalThis.seen, undefined);
JS
node run.mjs
