import { fail, failBecause, ServiceError } from '../contract/errors.ts';
import { pictureTypeOf } from '../contract/image-bytes.ts';
import { limits } from '../contract/limits.ts';
import type { GenerateItem } from '../contract/schemas/generate.ts';
import { engineOf } from '../core/engines/engines.ts';
import { sha256Hex } from '../core/hash.ts';
import { resolveRenderOptions } from '../core/picture/render-options.ts';
import { codeOfAnswer } from '../core/template/render-plan/generated-code.ts';
import { draw } from '../isolation/draw/draw.ts';
import type { AuthorRequest, PortsOf } from '../ports/ports.ts';
import { type Circumstances, type CompiledTemplate, compileTemplate } from './compile-template.ts';
import { packPreview } from './save-code.ts';

/** A template the author wrote, compiled and drawn once. */
export interface GeneratedTemplate {
  readonly code: string;
  readonly compiled: CompiledTemplate;
}

/** One answer that may be repaired twice. */
const attemptsAtMost = 3;

const pictureOf = (dataUrl: string) => {
  const bytes = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
  const type = pictureTypeOf(bytes);
  return type && { bytes, type };
};

/**
 * Compiles an answer and draws it once.
 *
 * @throws PARSE_FAILED, COMPILE_ERROR or RENDER_ERROR, each with a message the author can work with.
 */
const tryOut = async (
  answer: string,
  item: GenerateItem,
  circumstances: Circumstances,
  account: string,
): Promise<GeneratedTemplate> => {
  const code = codeOfAnswer(answer);
  if (code === undefined || code.length > limits.codeCharacters) throw fail('PARSE_FAILED');
  const compiled = await compileTemplate(code, circumstances, account);
  const options = resolveRenderOptions({}, compiled.renderPlan.options);
  const { width = options.width, height = options.height } = item;
  if (options.width !== width || options.height !== height) {
    throw fail('COMPILE_ERROR', { problems: `The options export must say width ${width} and height ${height}.` });
  }
  packPreview(compiled);
  const engine = engineOf(compiled.renderPlan.options, circumstances);
  const { tree, typography } = compiled.sample;
  const fontBytes = circumstances.fonts?.fontBytes;
  await draw({ tree, typography, options, images: {}, engine, template: sha256Hex(code) }, { account, fontBytes });
  return { code, compiled };
};

/** What the items of one generation share. */
export interface Workshop {
  readonly account: string;
  /** Fires when the time for writing and drawing is over. */
  readonly signal: AbortSignal;
  /** Runs the trial of an answer when those before it are done. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
}

/** The item's error: the model's code cannot be used, or the generation failed. */
const outcomeOf = (problem: ServiceError): ServiceError =>
  problem.code === 'RENDER_ERROR'
    ? failBecause(problem.cause, 'GENERATION_FAILED')
    : new ServiceError('PARSE_FAILED', [], { cause: problem });

/**
 * Has one template written. What is wrong with an answer goes back to the author, at most twice.
 *
 * @param onFirstAnswer told once, whether the model could be reached at all.
 * @throws PARSE_FAILED, GENERATION_FAILED; AI_NOT_CONFIGURED when there is no access to the model.
 */
export const generateTemplate = async (
  ports: Pick<PortsOf<'generateTemplates'>, 'author:ask'>,
  item: GenerateItem,
  circumstances: Circumstances,
  { account, signal, inTurn }: Workshop,
  onFirstAnswer: (isReachable: boolean) => void,
): Promise<GeneratedTemplate> => {
  const image = item.imageDataUrl === undefined ? undefined : pictureOf(item.imageDataUrl);
  const { prompt, width: widthPx, height: heightPx } = item;
  const base = { prompt, signal, ...(image && { image }), ...(widthPx && { widthPx }), ...(heightPx && { heightPx }) };

  const attempts: AuthorRequest['attempts'][number][] = [];
  for (;;) {
    const written = await ports['author:ask'].write({ ...base, attempts });
    onFirstAnswer(written.ok || !written.isUnavailable);
    if (!written.ok)
      throw failBecause(written.cause, written.isUnavailable ? 'AI_NOT_CONFIGURED' : 'GENERATION_FAILED');
    try {
      return await inTurn(() => tryOut(written.answer, item, circumstances, account));
    } catch (problem) {
      if (!(problem instanceof ServiceError)) throw problem;
      attempts.push({ answer: written.answer, problem: problem.message });
      if (attempts.length === attemptsAtMost) throw outcomeOf(problem);
    }
  }
};
