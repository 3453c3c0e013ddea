/*
 * `npm run findings`: runs the scripts of `findings`, each of which compares what an outside package does with what was
 * seen when it was written, and prints a table. `-- NAME` runs those whose name contains a word.
 */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const folder = join(import.meta.dirname, '../findings');
const parts = ['Packages:', 'Behaviour:', 'Most would expect:', 'Seen on '];
const words = process.argv.slice(2);
const scripts = readdirSync(folder)
  .filter((file) => file.endsWith('.sh'))
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)));
if (scripts.length === 0) throw new Error(`findings has no script with ${words.join(' or ')} in its name.`);

/** Returns 'as stated', or what is wrong. */
const run = async (file: string): Promise<string> => {
  const head = readFileSync(join(folder, file), 'utf8');
  const missing = parts.filter((part) => !head.includes(`\n# ${part}`));
  if (missing.length > 0) return `its head lacks ${missing.join(' ')}`;
  try {
    await promisify(execFile)(join(folder, file), { timeout: 300_000 });
    return 'as stated';
  } catch (error) {
    process.stderr.write(`${(error as { stderr?: string }).stderr ?? error}\n`);
    return 'changed';
  }
};

let hasChanged = false;
for (const file of scripts) {
  const result = await run(file);
  hasChanged ||= result !== 'as stated';
  process.stdout.write(`${file.replace('.sh', '').padEnd(36)} ${result}\n`);
}
process.exitCode = hasChanged ? 1 : 0;
