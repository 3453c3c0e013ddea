/**
 * `npm run css-support`: renders each CSS property with representative values on Chromium and on both engines, and writes
 * the table that the lint reads. `--check` writes nothing and fails if the table is out of date. `-- NAME...` measures the
 * named properties and prints them.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { closeRenderWorkers } from 'image-url-engine/isolation/render/render.ts';
import { isChromiumThere } from '../../test/engine/fidelity/chromium.ts';
import { openSceneBrowser } from './chromium.ts';
import { getDeclarations } from './declarations.ts';
import { createSceneRenderer } from './engines.ts';
import { measureDeclarations } from './measure.ts';
import { writeTable } from './table.ts';

const file = new URL('../../packages/engine/src/lint/tree/css-support.json', import.meta.url);
const { values, positionals } = parseArgs({ options: { check: { type: 'boolean' } }, allowPositionals: true });

if (!isChromiumThere()) {
  console.log('SKIPPED: Chromium is not installed (Debian: apt-get install chromium); nothing was measured.');
  process.exit(values.check ? 1 : 0);
}
const report = (line: string) => console.log(`${Math.round(process.uptime())} s  ${line}`);
const browser = await openSceneBrowser();
const measured = await measureDeclarations(
  getDeclarations().filter(({ property }) => positionals.length === 0 || positionals.includes(property)),
  browser,
  { takumi: createSceneRenderer('takumi', report), satori: createSceneRenderer('satori', report) },
  report,
);
await browser.close();
await closeRenderWorkers();

if (positionals.length > 0)
  for (const { property, value, scene = 'no scene', verdicts } of measured)
    console.log(`${property}: ${value}  ${verdicts ? `${verdicts.takumi}${verdicts.satori}` : ''}  (${scene})`);
else {
  const table = writeTable(measured, browser.version);
  // another version of Chromium may show the same
  const getContent = (text: string) => JSON.stringify({ ...JSON.parse(text), by: undefined });
  if (!values.check) await writeFile(file, table);
  else if (getContent(table) !== getContent(await readFile(file, 'utf8'))) {
    await writeFile('css-support.json', table);
    console.error('The table is out of date: run npm run css-support. The new one is in css-support.json.');
    process.exitCode = 1;
  }
}
