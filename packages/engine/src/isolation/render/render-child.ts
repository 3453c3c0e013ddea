/**
 * Main module of the render worker. It runs with an empty environment, one job at a time, and is killed when it exceeds
 * its limits.
 *
 * `process.argv[2]`: the directory from which the engines' libraries, encoder, fonts and emoji are resolved.
 * `process.argv[3]`: the engine of most images.
 */
import type Sharp from 'sharp';
import { type EngineName, engineNames, usualEngine } from '../../engine-names.ts';
import type { RenderStage } from '../../engines/engine.ts';
import { openRenderer, type Renderer } from '../../engines/open-engine.ts';
import { limits } from '../../limits.ts';
import type { ImageLint } from '../../lint/image/image-diagnostics.ts';
import { type ImageLintParts, lintRenderedImage } from '../../lint/image/lint-image.ts';
import { harden } from '../worker/hardening.ts';
import { type Served, serve } from '../worker/serve.ts';
import { openEmojiFiles } from './emoji-files.ts';
import { toFailed } from './failure.ts';
import { MissingFontBytes, openFonts } from './fonts.ts';
import { openLibraries } from './libraries.ts';
import type {
  ImageLintRequest,
  OpenedFont,
  Pixels,
  RenderAnswer,
  Rendering,
  RenderJob,
  RenderOrder,
  RenderResults,
  RenderTask,
} from './messages.ts';
import { testFont } from './open-font.ts';
import { testPicture } from './open-picture.ts';
import { sample } from './sample.ts';

/** The part of the library for WOFF2 that is used here. */
interface Fontverter {
  readonly convert: (bytes: Buffer, to: 'sfnt', from: 'woff2') => Promise<Uint8Array>;
}

/** Resident memory in bytes above which a worker is replaced after a job. */
const maxRuntimeBytes = 900 << 20;

const modules = process.argv[2] as string;
const { load, importModule } = openLibraries(modules);
const sharp = load('sharp') as typeof Sharp;
const emoji = openEmojiFiles(modules);
const fonts = openFonts(modules, load);
/** Native code is loaded before `harden`; engines read their files when they render. */
const engines = Object.fromEntries(
  engineNames.map((name) => [name, openRenderer(name, { fonts: fonts.files(), emoji, sharp, load, importModule })]),
) as Readonly<Record<EngineName, Renderer>>;
harden();

sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
const loaders = ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Heif'].map((kind) => `VipsForeignLoad${kind}`);
sharp.unblock({ operation: loaders });

/** Records when each stage began. */
const getCourse = () => {
  const began = new Map<RenderStage, number>([['layout', performance.now()]]);
  let stage: RenderStage = 'layout';
  const enter = (next: RenderStage) => {
    stage = next;
    began.set(next, performance.now());
  };
  const timings = (): Rendering['timings'] => {
    const [layout = 0, raster = 0, encode = 0] = began.values();
    return { layout: raster - layout, raster: encode - raster, encode: performance.now() - encode };
  };
  return { enter, timings, stage: () => stage };
};
type Course = ReturnType<typeof getCourse>;

const imageLint = ({ engine = usualEngine, ...request }: ImageLintRequest, course: Course): Promise<ImageLint> => {
  const { width, height, typography } = request;
  const lookWith =
    (name: EngineName, { enter }: Pick<Course, 'enter'>): ImageLintParts['look'] =>
    (tree, devicePixelRatio, { images = {}, ...settings }) =>
      engines[name].look({ tree, width, height, devicePixelRatio, images, typography }, settings, { enter });
  return lintRenderedImage(request, {
    look: lookWith(engine, course),
    // takumi shows what a browser shows
    ...(engine !== 'takumi' && { lookInBrowser: lookWith('takumi', { enter: () => undefined }) }),
    spentMs: () => process.cpuUsage().user / 1_000,
  });
};

const image = async (request: RenderTask, course: Course): Promise<Rendering> => {
  const { tree, images, options, typography, isForPreviewers, hasBoxes, engine = usualEngine } = request;
  const scene = { tree, images, typography, ...options, isForPreviewers, hasBoxes };
  const rendered = await engines[engine].render(scene, course);
  return { ...rendered, timings: course.timings() };
};

/** Opens a font file and renders a sample with each engine. */
const font = (file: Uint8Array, course: Course): Promise<OpenedFont> =>
  testFont(file, {
    unpackWoff2: (bytes) => (load('fontverter') as Fontverter).convert(Buffer.from(bytes), 'sfnt', 'woff2'),
    take: fonts.take,
    render: (engine, scene) => engines[engine].render(scene, course),
  });

/** Decodes an image that is no larger than one that the service renders. */
const pixels = async (file: Uint8Array): Promise<Pixels> => {
  const decoded = sharp(file, { limitInputPixels: limits.outputPixels }).ensureAlpha().raw();
  const { data, info } = await decoded.toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
};

const getResult = (job: RenderJob, course: Course): Promise<RenderResults[RenderJob['kind']]> => {
  if (job.kind === 'font') return font(job.file, course);
  if (job.kind === 'picture') return testPicture(sharp, job.file);
  if (job.kind === 'pixels') return pixels(job.file);
  return job.kind === 'lint' ? imageLint(job.request, course) : image(job.request, course);
};

const work = async (order: RenderOrder): Promise<Served<RenderAnswer>> => {
  const course = getCourse();
  fonts.take(order.fonts);
  try {
    const result = await fonts.whileLacking(() => getResult(order.job, course));
    return { answer: { kind: 'done', result }, isExhausted: false };
  } catch (error) {
    if (error instanceof MissingFontBytes)
      return { answer: { kind: 'lacking', hashes: error.hashes }, isExhausted: false };
    // a failed render may have damaged the memory of a library
    return { answer: toFailed(error, course.stage()), isExhausted: true };
  }
};

/** Renders a small image, so that libraries and fonts are loaded, and code is compiled, before the first job. */
const warm = () => fonts.whileLacking(() => image({ ...sample, engine: process.argv[3] as EngineName }, getCourse()));

serve(work, { maxRuntimeBytes, warm });
