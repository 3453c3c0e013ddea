#!/usr/bin/env node
// biome-ignore lint/plugin: the manifest of this package is no file of a project
import { readFileSync } from 'node:fs';

/** The oldest version of Node that runs this package, from its manifest: `22.15`. */
const least: string = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).engines.node.slice(
  2,
);
const isOlder = process.versions.node.localeCompare(least, 'en', { numeric: true }) < 0;

if (isOlder) {
  const found = `this is ${process.versions.node}`;
  process.stderr.write(`image-url needs Node ${least} or newer, ${found}: https://nodejs.org/en/download\n`);
  process.exitCode = 1;
} else {
  // loaded now, because older versions cannot load it
  const { run } = await import('./program.ts');
  process.exitCode = await run(process.argv.slice(2), process);
}
