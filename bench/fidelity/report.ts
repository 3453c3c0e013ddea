/**
 * `npm run fidelity`: renders every golden case with each engine and with Chromium, and writes docs/fidelity.md with
 * all images.
 * `npm run fidelity -- name...` compares the named cases and writes only their images.
 */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { engineNames } from '../../packages/engine/src/engine-names.ts';
import { closeRenderWorkers } from '../../packages/engine/src/isolation/render/render.ts';
import { tolerance } from '../../test/engine/fidelity/blocks.ts';
import { isChromiumThere, openChromium } from '../../test/engine/fidelity/chromium.ts';
import {
  getShares,
  isForBrowsers,
  type Rendered,
  renderByBrowser,
  renderByEngine,
  type Shares,
  sideBySide,
} from '../../test/engine/fidelity/compare.ts';
import type { GoldenCase } from '../../test/engine/golden/case.ts';
import { goldenCases } from '../../test/engine/golden/cases/index.ts';

const folder = 'docs/fidelity';
const percent = (share: number) => `${(share * 100).toFixed(1)}%`;
const median = (shares: readonly number[]) => shares.toSorted((a, b) => a - b)[Math.floor(shares.length / 2)] ?? 0;

/** One case: the agreement of each pair of `pairs`, in their order. */
interface Row {
  readonly name: string;
  readonly shares: readonly Shares[];
}

/** Compared pairs: each engine with both browsers, and these with each other. */
const pairs: readonly (readonly [string, string])[] = [
  ...engineNames.map((engine) => [engine, 'Chromium'] as const),
  ...engineNames.map((engine) => [engine, 'Chromium, unhinted'] as const),
  ['Chromium, unhinted', 'Chromium'],
];

/** Returns the lowest agreement of an engine with the default browser. */
const getWorst = ({ shares }: Row) => Math.min(...shares.slice(0, engineNames.length).map(({ all }) => all));

const summary = (rows: readonly Row[], [subject, other]: readonly [string, string], index: number): string => {
  const shares = rows.flatMap((row) => row.shares[index] ?? []);
  const good = shares.filter(({ all }) => all >= 0.98);
  const cells = [
    subject,
    other,
    `${good.length} of ${shares.length}`,
    `${good.filter(({ content }) => content >= 0.95).length}`,
    percent(median(shares.map(({ all }) => all))),
    percent(median(shares.map(({ content }) => content))),
  ];
  return `| ${cells.join(' | ')} |`;
};

const getCells = ({ shares }: Row) =>
  shares.map(({ all, content }) => `${percent(all)} / ${percent(content)}`).join(' | ');

const document = (rows: readonly Row[]): string => `# Beside a browser

What each engine promises, and where it is measured:

- \`takumi\`, the default: the image a browser would show. The figures of this page are about that.
- \`satori\`: the image that Vercel OG shows, measured in [fidelity-vercel-og.md](fidelity-vercel-og.md). Its figures here say how far that is from a browser.

Each golden case as the engines render it (${engineNames.join(', ')}) and as Chromium does (right), with the same fonts, and with Tailwind's own style sheet
for utility classes (colours and sizes of Tailwind 4). Made by \`npm run fidelity\`, worst first.

Two blocks of 8 x 8 pixels agree when their channels differ by at most ${tolerance} of 255 on average: two ways to smooth a
letter's edge pass, a letter that moved by a pixel or two does not. Most blocks are plain ground, so the second figure of each
pair leaves those out in which neither image shows anything. Cases with \`fit\`, which browsers lack, are left out.

Chromium is asked twice. As it is on Linux, it moves the strokes of letters up or down to whole pixels (hinting); with
fontconfig set to \`hintnone\`, letters have the shapes their font says, as on screens of two device pixels to a CSS pixel, and as
here. The last column is Chromium beside itself: more than that cannot be expected of letters that are not hinted
([decision 264](decisions/0264-beside-letters-as-fonts-draw-them.md)).

| Picture | Beside | Cases with 98% of their blocks | and 95% of those with content | Median of all blocks | Median of blocks with content |
|---|---|---|---|---|---|
${pairs.map((pair, index) => summary(rows, pair, index)).join('\n')}

Tried besides, in November 2026 and not part of this repository: 67 templates from public repositories, of which 63 compile and render. takumi agrees with Chromium
(unhinted) in 99% of the blocks in 59 of them. Of the other four, one has arrows for which Chromium picks another fallback font (98.5%, by eye alike), two get
a sample value that Chromium takes for no image or no colour, and one has \`bg-opacity-50\`, which Tailwind 4 left out, so its sheet says nothing about it.

Besides, inputs that people send, written before the engines were looked at and counted beside Chromium and Node on 29 November 2026. *Told* is a warning or an error that
concerns what differs. Texts whose letters Chromium takes from another font than the page's were judged by eye. What is silent is named in
[templates.md](templates.md).

| Inputs | Right | Told | Silent |
|---|---:|---:|---:|
| 175 bitmaps, takumi | 157 | 17 | 1 |
| 128 texts, takumi | 113 | 15 | 0 |
| 226 Tailwind utilities, takumi | 218 | 5 | 3 |
| 126 other bitmaps, satori (30 November) | 94 | 31 | 1 |
| 157 other texts, satori | 94 | 61 | 2 |
| 216 other utilities, satori | 137 | 68 | 11 |
| 342 expressions of JavaScript, beside the 669 of the tests | 333 | 7 | 2 |

Silent with satori are the colour of \`WebkitTextStroke\`, \`lineBreak\`, an item that shrinks by a few pixels, \`sr-only\`, and utilities that its \`tw\` does not read (named in
[templates.md](templates.md)); texts that lie a pixel or two elsewhere count as right.

| Case | ${pairs.map(([subject, other]) => `${subject} beside ${other}`).join(' | ')} |
|---|${pairs.map(() => '---|').join('')}
${rows.map((row) => `| [${row.name}](#${row.name}) | ${getCells(row)} |`).join('\n')}

${rows.map(({ name }) => `### ${name}\n\n![${name}: ${engineNames.join(', ')}, Chromium](fidelity/${name}.webp)`).join('\n\n')}
`;

const chosen = process.argv.slice(2);
if (!isChromiumThere()) {
  console.log('SKIPPED: Chromium is not installed (Debian: apt-get install chromium); nothing was compared.');
  process.exit(0);
}
const browsers = [await openChromium('hinted'), await openChromium('unhinted')] as const;

const compare = async (golden: GoldenCase): Promise<Row> => {
  const own: Rendered[] = [];
  for (const engine of engineNames) own.push(await renderByEngine(golden, engine));
  const [hinted, unhinted] = [await renderByBrowser(golden, browsers[0]), await renderByBrowser(golden, browsers[1])];
  await writeFile(`${folder}/${golden.name}.webp`, await sideBySide([...own, hinted].map(({ png }) => png)));
  const beside = (other: Rendered) => own.map((image) => getShares(image, other));
  return { name: golden.name, shares: [...beside(hinted), ...beside(unhinted), getShares(unhinted, hinted)] };
};

const rows: Row[] = [];
await mkdir(folder, { recursive: true });
for (const golden of goldenCases.filter(isForBrowsers)) {
  if (chosen.length > 0 && !chosen.includes(golden.name)) continue;
  const row = await compare(golden);
  console.log(getCells(row), row.name);
  rows.push(row);
}
for (const browser of browsers) await browser.close();
await closeRenderWorkers();
if (chosen.length === 0) {
  rows.sort((a, b) => getWorst(a) - getWorst(b) || (a.name < b.name ? -1 : 1));
  await writeFile('docs/fidelity.md', document(rows));
  const known = new Set(rows.map(({ name }) => `${name}.webp`));
  for (const file of await readdir(folder)) if (!known.has(file)) await rm(`${folder}/${file}`);
}
