#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** The oldest version of Node that runs this package and its app, from the manifest: `22`. */
const least: string = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).engines.node.slice(
  2,
);
const isOlder = process.versions.node.localeCompare(least, 'en', { numeric: true }) < 0;

const run = async (args: readonly string[]): Promise<void> => {
  // loaded now, because older versions cannot load them
  const { createApp, UsageError } = await import('./create-app.ts');
  const { readOptions, usage } = await import('./options.ts');
  try {
    const options = readOptions(args);
    if (options.isHelp) return void process.stdout.write(`${usage}\n`);
    const { folder, files } = await createApp(options);
    const here = relative(process.cwd(), folder) || '.';
    const lines = [
      ...files.map((file) => `wrote ${here}/${file}`),
      '',
      'Next:',
      '',
      ...(here === '.' ? [] : [`  cd ${here}`]),
      '  npm install',
      '  npm run dev',
      '',
    ];
    process.stdout.write(lines.join('\n'));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  }
};

if (isOlder) {
  const found = `this is ${process.versions.node}`;
  process.stderr.write(`create-image-url needs Node ${least} or newer, ${found}: https://nodejs.org/en/download\n`);
  process.exitCode = 1;
} else await run(process.argv.slice(2));
