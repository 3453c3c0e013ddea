/**
 * `npm run bench:colours [-- FOLDER]`: ten cards of coloured letters and thin lines at three qualities, by each way to encode them that
 * `docs/decisions/0368-resolution-of-colours.md` weighs, with the images in a folder if one is given. The figures are its table.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { print } from '../bin/print.ts';
import { runProgram } from '../bin/program.ts';
import type { VElement } from '../packages/engine/src/vnode/vnode.ts';
import { box } from '../test/engine/golden/element.ts';
import { getPixels, renderCase } from '../test/engine/golden/render-case.ts';
import { closeWorkers } from '../test/support/close-workers.ts';
import { table } from './report.ts';

const qualities = [80, 90, 100] as const;
const rounds = 3;

type Image = ReturnType<typeof sharp>;
interface Way {
  readonly name: string;
  /** Returns nothing for a quality that the way does not have. */
  readonly encode: (image: Image, quality: number) => Image | undefined;
}

const ways: readonly Way[] = [
  { name: 'JPEG 4:2:0', encode: (image, quality) => image.jpeg({ quality, chromaSubsampling: '4:2:0' }) },
  { name: 'JPEG 4:4:4', encode: (image, quality) => image.jpeg({ quality, chromaSubsampling: '4:4:4' }) },
  { name: 'WebP', encode: (image, quality) => image.webp({ quality, effort: 2 }) },
  {
    name: 'WebP, `smartSubsample`',
    encode: (image, quality) => image.webp({ quality, effort: 2, smartSubsample: true }),
  },
  {
    name: 'WebP, lossless',
    encode: (image, quality) => (quality === 100 ? image.webp({ lossless: true, effort: 2, quality: 20 }) : undefined),
  },
];

/** Colours of text and ground, red or blue at least one of them. */
const colours: readonly (readonly [string, string])[] = [
  ['#ff0000', '#ffffff'],
  ['#0000ff', '#ffffff'],
  ['#ef4444', '#1e3a8a'],
  ['#ff0000', '#0000ff'],
  ['#3b82f6', '#111827'],
  ['#dc2626', '#fef3c7'],
  ['#1d4ed8', '#fee2e2'],
  ['#f87171', '#000000'],
  ['#60a5fa', '#7f1d1d'],
  ['#b91c1c', '#d1fae5'],
];

const getCard = (colour: string, ground: string): VElement => {
  const lines = Array.from({ length: 40 }, () => box({ width: 1, height: 60, background: colour }));
  const texts = [18, 24, 32, 48, 64].map((fontSize) =>
    box({ fontSize }, 'Coloured letters and thin lines, 1234567890'.slice(0, 1_700 / fontSize)),
  );
  const style = { display: 'flex', flexDirection: 'column', gap: 20, width: '100%', height: '100%', padding: 60 };
  return box(
    {
      ...style,
      background: `linear-gradient(135deg, ${ground}, color-mix(in srgb, ${ground} 80%, black))`,
      color: colour,
    },
    ...texts,
    box({ display: 'flex', gap: 2 }, ...lines),
  );
};

/** Returns the mean square of the difference from the image that was encoded, over its colours. */
const getError = async (encoded: Buffer, image: Uint8Array): Promise<number> => {
  const [{ data: one }, { data: other }] = await Promise.all([getPixels(encoded), getPixels(image)]);
  return one.reduce((sum, value, at) => sum + (value - (other[at] ?? 0)) ** 2, 0) / ((one.length * 3) / 4);
};

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Returns bytes, processor milliseconds and decibels of all cards by one way, as a cell. */
const measure = async (cards: readonly Uint8Array[], way: Way, quality: number, folder?: string): Promise<string> => {
  const [bytes, ms, errors]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round <= rounds; round += 1)
    for (const [index, card] of cards.entries()) {
      const { data, info } = await sharp(card).removeAlpha().raw().toBuffer({ resolveWithObject: true });
      const image = way.encode(sharp(data, { raw: { ...info, channels: 3 } }), quality);
      if (!image) return '';
      const before = process.cpuUsage();
      const encoded = await image.toBuffer();
      const { user, system } = process.cpuUsage(before);
      // the first round warms up
      if (round > 0) ms.push((user + system) / 1_000);
      if (round > 0) continue;
      bytes.push(encoded.length);
      errors.push(await getError(encoded, card));
      const name = `${way.name.replaceAll(/\W+/g, '-')}-${quality}-${index}.${way.name.slice(0, 4).toLowerCase()}`;
      if (folder !== undefined) await writeFile(join(folder, name), encoded);
    }
  const error = mean(errors);
  const decibels = error === 0 ? 'exact' : (10 * Math.log10(255 ** 2 / error)).toFixed(1);
  return `${Math.round(mean(bytes)).toLocaleString('en')}, ${mean(ms).toFixed(1)}, ${decibels}`;
};

await runProgram(async () => {
  const [folder] = process.argv.slice(2);
  if (folder !== undefined) await mkdir(folder, { recursive: true });
  const cards: Uint8Array[] = [];
  for (const [index, [colour, ground]] of colours.entries()) {
    const options = { width: 1_200, height: 630, format: 'png' } as const;
    const { bytes } = await renderCase({ name: `${index}`, tree: getCard(colour, ground), options }, 'takumi');
    cards.push(bytes);
    if (folder !== undefined) await writeFile(join(folder, `card-${index}.png`), bytes);
  }
  await closeWorkers();
  const rows: string[][] = [];
  for (const way of ways) {
    const cells: string[] = [];
    for (const quality of qualities) cells.push(await measure(cards, way, quality, folder));
    rows.push([way.name, ...cells]);
  }
  print(table(['', ...qualities.map((quality) => `${quality}: bytes, ms, dB`)], rows));
});
