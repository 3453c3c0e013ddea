#!/usr/bin/env node
import { relative } from 'node:path';
import { createApp, UsageError } from './create-app.ts';
import { readOptions, usage } from './options.ts';

const run = async (args: readonly string[]): Promise<void> => {
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
};

await run(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
});
