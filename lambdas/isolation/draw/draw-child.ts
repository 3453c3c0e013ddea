/**
 * The process that draws. It is started with an empty environment, told one thing at a time, and killed when it overruns.
 *
 * `process.argv[2]`: the `node_modules` directory with the engines' libraries, encoder, fonts and emoji.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type Sharp from 'sharp';
import { type EngineName, engineNames, usualEngine } from '../../contract/schemas/render.ts';
import type { Engine, Stage } from '../../core/engines/engine.ts';
import { openEngine } from '../../core/engines/open-engine.ts';
import { EngineDamage } from '../../core/picture/engine-errors.ts';
import type { Survey } from '../../core/picture/survey/findings.ts';
import { surveyPicture } from '../../core/picture/survey/survey.ts';
import { lockDown } from '../process/lock-down.ts';
import { type Served, serve } from '../process/serve.ts';
import type { Drawing, DrawRequest } from './drawing.ts';
import { emojiFilesIn, fontFilesIn } from './files.ts';
import type { DrawAnswer, DrawOrder, DrawProgress, SurveyOrder } from './messages.ts';

/** A process that holds more than this after a drawing is replaced by a new one. */
const wornBytes = 900 << 20;

const modules = process.argv[2] as string;
const load = createRequire(join(modules, 'here.js'));
const sharp = load('sharp') as typeof Sharp;
const emoji = emojiFilesIn(modules);
/** Native code is loaded before the doors are closed; what an engine reads it reads when it draws. */
const engines = Object.fromEntries(
  engineNames.map((name) => [name, openEngine(name, { fonts: fontFilesIn(modules), emoji, sharp, load })]),
) as Readonly<Record<EngineName, Engine>>;
lockDown();

sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
const loaders = ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Heif', 'Svg'].map((kind) => `VipsForeignLoad${kind}`);
sharp.unblock({ operation: loaders });

/** Notes when each stage began, and tells whoever ordered the drawing. */
const courseOf = ({ otherWay }: DrawOrder, tell: (progress: DrawProgress) => void) => {
  const began = new Map<Stage, number>([['layout', performance.now()]]);
  let stage: Stage = 'layout';
  const enter = (next: Stage, another?: string) => {
    stage = next;
    began.set(next, performance.now());
    tell({ stage, otherWay: another });
  };
  const timings = (): Drawing['timings'] => {
    const [layout = 0, raster = 0, encode = 0] = began.values();
    return { layout: raster - layout, raster: encode - raster, encode: performance.now() - encode };
  };
  return { enter, otherWay, timings, stage: () => stage };
};
type Course = ReturnType<typeof courseOf>;

/** Looks at a picture instead of handing it out. */
const survey = ({ engine = usualEngine, ...request }: SurveyOrder, course: Course): Promise<Survey> => {
  const { width, height } = request;
  return surveyPicture(request, {
    look: (part, scale, settings) =>
      engines[engine].look({ tree: part, width, height, devicePixelRatio: scale, images: {} }, settings, course),
    spentMs: () => process.cpuUsage().user / 1_000,
  });
};

const picture = async (request: DrawRequest, course: Course): Promise<Drawing> => {
  const { tree, images, options, template, isForPreviewers, engine = usualEngine } = request;
  const drawn = await engines[engine].draw({ tree, images, ...options, isForPreviewers }, template, course);
  return { ...drawn, timings: course.timings() };
};

const work = async (order: DrawOrder, tell: (progress: DrawProgress) => void): Promise<Served<DrawAnswer>> => {
  const { job } = order;
  const course = courseOf(order, tell);
  try {
    const answer: DrawAnswer =
      job.kind === 'survey'
        ? { kind: 'surveyed', survey: await survey(job.request, course) }
        : { kind: 'drawn', drawing: await picture(job.request, course) };
    return { answer, isWorn: false };
  } catch (error) {
    const message = (error instanceof Error ? error.message : String(error)).slice(0, 500);
    const isPoisoned = error instanceof EngineDamage;
    return { answer: { kind: 'failed', stage: course.stage(), message, isPoisoned }, isWorn: isPoisoned };
  }
};

serve(work, { wornBytes });
