/**
 * The process that draws. It is started with an empty environment, takes one job at a time, and is killed when it exceeds its
 * limits.
 *
 * `process.argv[2]`: the directory from which the engines' libraries, encoder, fonts and emoji are found.
 * `process.argv[3]`: the engine that most pictures are drawn with.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type Sharp from 'sharp';
import { type EngineName, engineNames, usualEngine } from '../../contract/engine-names.ts';
import type { Engine, Stage } from '../../core/engines/engine.ts';
import { openEngine } from '../../core/engines/open-engine.ts';
import type { Survey } from '../../core/picture/survey/findings.ts';
import { surveyPicture } from '../../core/picture/survey/survey.ts';
import { harden } from '../worker/hardening.ts';
import { type Served, serve } from '../worker/serve.ts';
import type { Drawing, DrawRequest } from './drawing.ts';
import { emojiFilesIn, fontFilesIn } from './files.ts';
import type { DrawAnswer, DrawJob, DrawOrder, OpenedFont, SurveyOrder } from './messages.ts';
import { openFont } from './open-font.ts';
import { BytesLacking, type MakeInstance, ownFaceKeeper } from './own-faces.ts';

/** The library that unpacks WOFF2, as it is called here. */
interface Fontverter {
  readonly convert: (bytes: Buffer, to: 'sfnt', from: 'woff2') => Promise<Uint8Array>;
}

/** A process that holds more than this after a drawing is replaced by a new one. */
const wornBytes = 900 << 20;

const modules = process.argv[2] as string;
const load = createRequire(join(modules, 'here.js'));
const sharp = load('sharp') as typeof Sharp;
const emoji = emojiFilesIn(modules);
const ownFaces = ownFaceKeeper(() => load('subset-font') as MakeInstance);
const fonts = () => fontFilesIn(modules, ownFaces.find);
/** Native code is loaded before the doors are closed; what an engine reads it reads when it draws. */
const engines = Object.fromEntries(
  engineNames.map((name) => [name, openEngine(name, { fonts: fonts(), emoji, sharp, load })]),
) as Readonly<Record<EngineName, Engine>>;
harden();

sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
const loaders = ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Heif'].map((kind) => `VipsForeignLoad${kind}`);
sharp.unblock({ operation: loaders });

/** Notes when each stage began. */
const courseOf = () => {
  const began = new Map<Stage, number>([['layout', performance.now()]]);
  let stage: Stage = 'layout';
  const enter = (next: Stage) => {
    stage = next;
    began.set(next, performance.now());
  };
  const timings = (): Drawing['timings'] => {
    const [layout = 0, raster = 0, encode = 0] = began.values();
    return { layout: raster - layout, raster: encode - raster, encode: performance.now() - encode };
  };
  return { enter, timings, stage: () => stage };
};
type Course = ReturnType<typeof courseOf>;

/** Looks at a picture instead of handing it out. */
const survey = ({ engine = usualEngine, ...request }: SurveyOrder, course: Course): Promise<Survey> => {
  const { width, height, typography } = request;
  return surveyPicture(request, {
    look: (part, scale, settings) =>
      engines[engine].look(
        { tree: part, width, height, devicePixelRatio: scale, images: {}, typography },
        settings,
        course,
      ),
    spentMs: () => process.cpuUsage().user / 1_000,
  });
};

const picture = async (request: DrawRequest, course: Course): Promise<Drawing> => {
  const { tree, images, options, typography, template, isForPreviewers, hasBoxes, engine = usualEngine } = request;
  const scene = { tree, images, typography, ...options, isForPreviewers, hasBoxes };
  const drawn = await engines[engine].draw(scene, template, course);
  return { ...drawn, timings: course.timings() };
};

/** Opens a font file, and draws with it as both engines do before anybody relies on it. */
const font = (file: Uint8Array, course: Course): Promise<OpenedFont> =>
  openFont(file, {
    unpackWoff2: (bytes) => (load('fontverter') as Fontverter).convert(Buffer.from(bytes), 'sfnt', 'woff2'),
    take: ownFaces.take,
    draw: (engine, scene) => engines[engine].draw(scene, 'font', course),
  });

const done = async (job: DrawJob, course: Course): Promise<DrawAnswer> => {
  if (job.kind === 'font') return { kind: 'opened', opened: await font(job.file, course) };
  if (job.kind === 'survey') return { kind: 'surveyed', survey: await survey(job.request, course) };
  return { kind: 'drawn', drawing: await picture(job.request, course) };
};

const work = async (order: DrawOrder): Promise<Served<DrawAnswer>> => {
  const course = courseOf();
  ownFaces.take(order.fonts);
  try {
    return { answer: await ownFaces.whileLacking(() => done(order.job, course)), isWorn: false };
  } catch (error) {
    if (error instanceof BytesLacking) return { answer: { kind: 'lacking', hashes: error.hashes }, isWorn: false };
    const message = (error instanceof Error ? error.message : String(error)).slice(0, 500);
    // a failed rendering may have damaged the memory of a library
    return { answer: { kind: 'failed', stage: course.stage(), message }, isWorn: true };
  }
};

serve(work, { wornBytes });
// after the process has reported that it is ready, so that no caller waits for this
setImmediate(() => void engines[process.argv[3] as EngineName].warm?.());
