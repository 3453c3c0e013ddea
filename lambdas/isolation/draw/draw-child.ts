/**
 * The process that draws. It is started with an empty environment, told one thing at a time, and killed when it overruns.
 *
 * `process.argv[2]`: the `node_modules` directory with rasteriser, encoder, fonts and emoji.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Resvg } from '@resvg/resvg-js';
import type Sharp from 'sharp';
import { type Layout, layoutEngine } from '../../core/engines/satori/layout.ts';
import { layoutDrawer } from '../../core/engines/satori/raster/draw-layout.ts';
import { isDocumentBeyondLayers } from '../../core/engines/satori/raster/layer-reach.ts';
import {
  type Pixels,
  type Rasteriser,
  rasteriseWithLibrsvg,
  rasteriseWithResvg,
} from '../../core/engines/satori/raster/rasterise.ts';
import { isDamage } from '../../core/engines/satori/tree/layout-failure.ts';
import { paintingEncoder } from '../../core/picture/encode/encode.ts';
import { outputSize } from '../../core/picture/options.ts';
import { surveyPicture } from '../../core/picture/survey/survey.ts';
import { writeXml } from '../../core/picture/svg/xml.ts';
import { lockDown } from '../lock-down.ts';
import type { Drawing, DrawRequest } from './drawing.ts';
import { emojiFilesIn, fontFilesIn } from './files.ts';
import type { DrawOrder, DrawReport, DrawStage } from './messages.ts';

const modules = process.argv[2] as string;
const require = createRequire(join(modules, 'here.js'));
const sharp = require('sharp') as typeof Sharp;
const { Resvg: ResvgEngine } = require('@resvg/resvg-js') as { Resvg: typeof Resvg };
lockDown();

sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
const loaders = ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Heif', 'Svg'].map((kind) => `VipsForeignLoad${kind}`);
sharp.unblock({ operation: loaders });

const layOut = layoutEngine({ fonts: fontFilesIn(modules), emoji: emojiFilesIn(modules), sharp });
const drawLayout = layoutDrawer(ResvgEngine, sharp);
const encode = paintingEncoder(sharp);

const report = (message: DrawReport) =>
  new Promise<void>((done) => {
    if (process.send) process.send(message, undefined, undefined, () => done());
  });

const rasterise = async (
  svg: string,
  { width, height }: { readonly width: number; readonly height: number },
  rasteriser: Rasteriser,
): Promise<Pixels> => {
  if (rasteriser === 'librsvg') return rasteriseWithLibrsvg(svg, width, height, sharp);
  try {
    return rasteriseWithResvg(svg, width, ResvgEngine);
  } catch {
    return rasteriseWithLibrsvg(svg, width, height, sharp);
  }
};

/** Looks at a picture instead of handing it out. */
const survey = async (
  { tree, options }: DrawRequest,
  rasteriser: Rasteriser,
  enterRaster: () => void,
): Promise<Drawing> => {
  const rasteriseAt = async ({ document, fill }: Layout, width: number, height: number) => {
    const svg = await fill(writeXml(document));
    enterRaster();
    const isBeyond = isDocumentBeyondLayers(document, width, height);
    return rasterise(svg, { width, height }, isBeyond ? 'librsvg' : rasteriser);
  };
  const found = await surveyPicture(
    { tree, width: options.width, height: options.height, isJpeg: options.format === 'jpeg' },
    { layOut, spentMs: () => process.cpuUsage().user / 1_000, rasterise: rasteriseAt },
  );
  return { bytes: new Uint8Array(), timings: { layout: 0, raster: 0, encode: 0 }, failedImages: [], survey: found };
};

const draw = async ({ id, request, rasteriser }: DrawOrder): Promise<void> => {
  let stage: DrawStage = 'layout';
  const enter = (next: DrawStage) => {
    stage = next;
    if (next === 'raster') void report({ kind: 'stage', id, stage });
    return performance.now();
  };
  try {
    if (request.isSurvey) {
      const drawing = await survey(request, rasteriser, () => void enter('raster'));
      await report({ kind: 'drawn', id, drawing, rssBytes: process.memoryUsage.rss() });
      return;
    }
    const started = performance.now();
    const { tree, options, images, template } = request;
    const layout = await layOut({ tree, images, ...options });
    const laidOut = enter('raster');
    const painting = await drawLayout({ layout, ...outputSize(options), template, rasteriser });
    const painted = enter('encode');
    const bytes = await encode(painting, options.format, options.quality);
    const timings = { layout: laidOut - started, raster: painted - laidOut, encode: performance.now() - painted };
    const drawing: Drawing = { bytes, timings, failedImages: layout.failedImages };
    await report({ kind: 'drawn', id, drawing, rssBytes: process.memoryUsage.rss() });
  } catch (error) {
    const message = (error instanceof Error ? error.message : String(error)).slice(0, 500);
    await report({ kind: 'failed', id, stage, message, isPoisoned: isDamage(error) });
  }
};

process.on('message', (order: DrawOrder) => {
  // A turn of the event loop first: native memory of the drawing before is only given back in one.
  setImmediate(() => void draw(order));
});
process.on('disconnect', () => process.exit());
void report({ kind: 'ready' });
