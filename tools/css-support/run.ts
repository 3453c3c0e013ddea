/**
 * `npm run css-support`: renders each CSS property with representative values on Chromium and on both engines, and writes
 * the table that the lint reads. `--check` writes nothing and fails if the table is out of date. `-- NAME...` measures the
 * named properties and prints them; `-- sheets` selectors and at-rules.
 */
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { closeRenderWorkers } from '#engine/isolation/render/render.ts';
import { isChromiumThere, openChromium } from '../../test/engine/fidelity/chromium.ts';
import { openSceneBrowser } from './chromium.ts';
import { getDeclarations } from './declarations.ts';
import { createSceneRenderer } from './engines.ts';
import { measureDeclarations } from './measure.ts';
import { measureSheets } from './measure-sheets.ts';
import { writeTable } from './table.ts';

const file = new URL('../../packages/engine/src/styles/css-support.json', import.meta.url);
const { values, positionals } = parseArgs({ options: { check: { type: 'boolean' } }, allowPositionals: true });

if (!isChromiumThere()) {
  console.log('SKIPPED: Chromium is not installed (Debian: apt-get install chromium); nothing was measured.');
  process.exit(values.check ? 1 : 0);
}
const report = (line: string) => console.log(`${Math.round(process.uptime())} s  ${line}`);
const browser = await openSceneBrowser();
const isWanted = (name: string) => positionals.length === 0 || positionals.includes(name);
const renderers = { takumi: createSceneRenderer('takumi', report), satori: createSceneRenderer('satori', report) };
const measured = await measureDeclarations(
  getDeclarations().filter(({ property }) => isWanted(property)),
  browser,
  renderers,
  report,
);
await browser.close();
const pages = await openChromium('unhinted');
const sheets = isWanted('sheets') ? await measureSheets(pages, renderers.takumi) : new Map();
await pages.close();
report(`of style sheets: ${sheets.size}`);
await closeRenderWorkers();

if (positionals.length > 0) {
  for (const { property, value, scene = 'no scene', verdicts } of measured) {
    const signs = verdicts ? `${verdicts.takumi}${verdicts.satori}` : '';
    console.log(`${property}: ${value}  ${signs}  (${scene})`);
  }
  for (const [form, verdict] of sheets) console.log(`${form}  ${verdict}`);
} else {
  const table = writeTable(measured, sheets, browser.version);
  // another version of Chromium may show the same
  const getContent = (text: string) => JSON.stringify({ ...JSON.parse(text), by: undefined });
  if (!values.check) {
    await writeFile(file, table);
    // reads the new table
    execFileSync(process.execPath, [fileURLToPath(new URL('words.ts', import.meta.url))]);
  } else if (getContent(table) !== getContent(await readFile(file, 'utf8'))) {
    await writeFile('css-support.json', table);
    console.error('The table is out of date: run npm run css-support. The new one is in css-support.json.');
    process.exitCode = 1;
  }
}
