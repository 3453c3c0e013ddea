#!/usr/bin/env bash
# tailwind-merge 3.7.0 drops `leading-*` before a text size; 3.7.1 keeps it
#
# Packages: tailwind-merge@3.7.0, latest@npm:tailwind-merge@3.7.1.
# Behaviour: a patch release changes the classes of every component that sets the line height first.
# Most would expect: the line height to be kept: with Tailwind 4 `leading-tight text-4xl` is tight in either order.
# Seen on 2026-11-29: `text-4xl` from 3.7.0, both classes from 3.7.1.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >npm.log
npm install --no-audit --no-fund --save-exact tailwind-merge@3.7.0 latest@npm:tailwind-merge@3.7.1 >>npm.log 2>&1
cat >run.mjs <<'JS'
import assert from 'node:assert/strict';
import { twMerge as before } from 'tailwind-merge';
import { twMerge as after } from 'latest';

const seen = [before('leading-tight text-4xl'), after('leading-tight text-4xl')];
console.log(seen);
assert.deepEqual(seen, ['text-4xl', 'leading-tight text-4xl']);
JS
node run.mjs
