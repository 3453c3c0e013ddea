/**
 * `npm run fidelity`: draws every golden case with Chromium as well and writes docs/fidelity.md with both pictures.
 * `npm run fidelity -- name...` compares the named cases and writes nothing but their pictures.
 */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { closeDrawers } from '../../lambdas/isolation/draw/draw.ts';
import { goldenCases } from '../golden/cases/index.ts';
import { tolerance } from './blocks.ts';
import { isChromiumThere, openChromium } from './chromium.ts';
import { type Comparison, compare, isForBrowsers, sideBySide } from './compare.ts';

const folder = 'docs/fidelity';
const percent = (share: number) => `${(share * 100).toFixed(1)}%`;

const document = (compared: readonly Comparison[]): string => {
  const shares = compared.map(({ agreement }) => agreement);
  const median = [...shares].sort((a, b) => a - b)[Math.floor(shares.length / 2)] ?? 0;
  const good = shares.filter((share) => share >= 0.98).length;
  return `# Beside a browser

Each golden case as this service draws it (left) and as Chromium does (right), with the same fonts. Made by
\`npm run fidelity\`, worst first.

Two blocks of 8 x 8 pixels agree when their channels differ by at most ${tolerance} of 255 on average: two ways to smooth a
letter's edge pass, a letter that moved by a pixel or two does not. Cases with \`fit\`, which browsers lack, are left out.

Tried besides, in November 2026 and not kept here: 211 templates from public repositories. All compile and draw, 209
evaluate as in Node (the other two ask for chance), 187 agree with Chromium in at least 98% of their blocks.

${compared.length} cases: ${good} agree in at least 98% of their blocks; the median is ${percent(median)}.

| Case | Blocks that agree |
|---|---|
${compared.map(({ name, agreement }) => `| [${name}](#${name}) | ${percent(agreement)} |`).join('\n')}

${compared.map(({ name, agreement }) => `### ${name}\n\n${percent(agreement)}\n\n![${name}: ours left, Chromium right](fidelity/${name}.webp)`).join('\n\n')}
`;
};

const chosen = process.argv.slice(2);
if (!isChromiumThere()) {
  console.log('SKIPPED: Chromium is not installed (Debian: apt-get install chromium); nothing was compared.');
  process.exit(0);
}
const browser = await openChromium();
const compared: Comparison[] = [];
await mkdir(folder, { recursive: true });
for (const golden of goldenCases.filter(isForBrowsers)) {
  if (chosen.length > 0 && !chosen.includes(golden.name)) continue;
  const comparison = await compare(golden, browser);
  console.log(percent(comparison.agreement), golden.name);
  await writeFile(`${folder}/${golden.name}.webp`, await sideBySide(comparison));
  compared.push(comparison);
}
await browser.close();
closeDrawers();
if (chosen.length === 0) {
  compared.sort((a, b) => a.agreement - b.agreement || (a.name < b.name ? -1 : 1));
  await writeFile('docs/fidelity.md', document(compared));
  const known = new Set(compared.map(({ name }) => `${name}.webp`));
  for (const file of await readdir(folder)) if (!known.has(file)) await rm(`${folder}/${file}`);
}
