import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorsDocument } from './docs/errors-document.ts';
import { openApiDocument } from './docs/openapi-document.ts';

/** Documents made from the contract, by the file that holds them. */
const documents: Record<string, () => string> = {
  'docs/errors.md': errorsDocument,
  'docs/openapi.json': () => `${JSON.stringify(openApiDocument(), null, 2)}\n`,
};

const isCheck = process.argv.includes('--check');
const stale: string[] = [];

for (const [file, make] of Object.entries(documents)) {
  const wanted = make();
  const found = await readFile(file, 'utf8').catch(() => '');
  if (found === wanted) continue;
  stale.push(file);
  if (isCheck) continue;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, wanted);
}

if (stale.length === 0) console.log(`${Object.keys(documents).length} generated documents are up to date.`);
else if (isCheck) {
  console.error(`Stale: ${stale.join(', ')}. Run npm run docs.`);
  process.exit(1);
} else console.log(`Written: ${stale.join(', ')}.`);
