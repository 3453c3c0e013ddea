#!/usr/bin/env bash
# The types of @middy/core export executionModeStreamifyResponse, its code does not
#
# Packages: @middy/core@7.9.2.
# Behaviour: an import of it compiles and is undefined (or a SyntaxError in an ES module); it has an entry point of its own.
# Most would expect: what the types of an entry point declare to be there at run time.
# Seen on 2026-11-29: declared in index.d.ts, absent among the exports.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >npm.log
npm install --no-audit --no-fund --save-exact @middy/core@7.9.2 >>npm.log 2>&1
cat >run.mjs <<'JS'
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as middy from '@middy/core';

const types = readFileSync('node_modules/@middy/core/index.d.ts', 'utf8');
console.log(Object.keys(middy), types.includes('executionModeStreamifyResponse'));
assert.match(types, /export declare const executionModeStreamifyResponse/);
assert.equal('executionModeStreamifyResponse' in middy, false);
JS
node run.mjs
