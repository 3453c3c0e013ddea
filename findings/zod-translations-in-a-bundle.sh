#!/usr/bin/env bash
# A bundle that imports zod by name contains its messages in every language
#
# Packages: zod@4.6.7, esbuild@0.28.2.
# Behaviour: `import { z } from 'zod'` is five times as large in a bundle as `import * as z from 'zod'`, because the object `z` holds all locales and cannot be taken apart.
# Most would expect: the same bundle: the documents use the first form, and bundlers drop what is not used.
# Seen on 2026-11-29: more than 400,000 bytes against fewer than 120,000, minified.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >npm.log
npm install --no-audit --no-fund --save-exact zod@4.6.7 esbuild@0.28.2 >>npm.log 2>&1
cat >run.mjs <<'JS'
import assert from 'node:assert/strict';
import { buildSync } from 'esbuild';

const getBytes = (clause) => {
  const contents = `import ${clause} from 'zod'; console.log(z.object({ a: z.string() }));`;
  const settings = { stdin: { contents, resolveDir: process.cwd() }, bundle: true, minify: true, format: 'esm', platform: 'node' };
  return buildSync({ ...settings, write: false }).outputFiles[0].contents.length;
};
const [byName, asNamespace] = [getBytes('{ z }'), getBytes('* as z')];
console.log({ byName, asNamespace });
assert.ok(byName > 400_000 && asNamespace < 120_000);
JS
node run.mjs
