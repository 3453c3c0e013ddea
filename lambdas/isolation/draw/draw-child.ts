/**
 * The process that draws. It is started with an empty environment, told one thing at a time, and killed when it overruns.
 *
 * `process.argv[2]`: the `node_modules` directory with the engine's libraries, encoder, fonts and emoji.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type Sharp from 'sharp';
import type { Stage } from '../../core/engines/engine.ts';
import { defaultEngine } from '../../core/engines/engines.ts';
import { openEngine } from '../../core/engines/open-engine.ts';
import { EngineDamage } from '../../core/picture/engine-errors.ts';
import { surveyPicture } from '../../core/picture/survey/survey.ts';
import { lockDown } from '../lock-down.ts';
import type { Drawing } from './drawing.ts';
import { emojiFilesIn, fontFilesIn } from './files.ts';
import type { DrawOrder, DrawReport } from './messages.ts';

const modules = process.argv[2] as string;
const load = createRequire(join(modules, 'here.js'));
const sharp = load('sharp') as typeof Sharp;
const engine = openEngine(defaultEngine, { fonts: fontFilesIn(modules), emoji: emojiFilesIn(modules), sharp, load });
lockDown();

sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
const loaders = ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Heif', 'Svg'].map((kind) => `VipsForeignLoad${kind}`);
sharp.unblock({ operation: loaders });

const report = (message: DrawReport) =>
  new Promise<void>((done) => {
    if (process.send) process.send(message, undefined, undefined, () => done());
  });

/** Notes when each stage began, and tells whoever ordered the drawing. */
const courseOf = ({ id, otherWay }: DrawOrder) => {
  const began = new Map<Stage, number>([['layout', performance.now()]]);
  let stage: Stage = 'layout';
  const enter = (next: Stage, another?: string) => {
    stage = next;
    began.set(next, performance.now());
    void report({ kind: 'stage', id, stage, otherWay: another });
  };
  const timings = (): Drawing['timings'] => {
    const [layout = 0, raster = 0, encode = 0] = began.values();
    return { layout: raster - layout, raster: encode - raster, encode: performance.now() - encode };
  };
  return { enter, otherWay, timings, stage: () => stage };
};
type Course = ReturnType<typeof courseOf>;

/** Looks at a picture instead of handing it out. */
const survey = async ({ request: { tree, options } }: DrawOrder, course: Course): Promise<Drawing> => {
  const { width, height, format } = options;
  const found = await surveyPicture(
    { tree, width, height, isJpeg: format === 'jpeg' },
    {
      look: (part, scale, settings) =>
        engine.look({ tree: part, width, height, devicePixelRatio: scale, images: {} }, settings, course),
      spentMs: () => process.cpuUsage().user / 1_000,
    },
  );
  return { bytes: new Uint8Array(), timings: { layout: 0, raster: 0, encode: 0 }, failedImages: [], survey: found };
};

const picture = async ({ request }: DrawOrder, course: Course): Promise<Drawing> => {
  const { tree, images, options, template } = request;
  const drawn = await engine.draw({ tree, images, ...options }, template, course);
  return { ...drawn, timings: course.timings() };
};

const draw = async (order: DrawOrder): Promise<void> => {
  const { id } = order;
  const course = courseOf(order);
  try {
    const drawing = await (order.request.isSurvey ? survey(order, course) : picture(order, course));
    await report({ kind: 'drawn', id, drawing, rssBytes: process.memoryUsage.rss() });
  } catch (error) {
    const message = (error instanceof Error ? error.message : String(error)).slice(0, 500);
    await report({ kind: 'failed', id, stage: course.stage(), message, isPoisoned: error instanceof EngineDamage });
  }
};

process.on('message', (order: DrawOrder) => {
  // A turn of the event loop first: native memory of the drawing before is only given back in one.
  setImmediate(() => void draw(order));
});
process.on('disconnect', () => process.exit());
void report({ kind: 'ready' });
