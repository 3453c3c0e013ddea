import { setMaxListeners } from 'node:events';
import { availableParallelism } from 'node:os';
import { compileTemplate } from '../compile/compile-template.ts';
import { type EvaluatedPlan, evaluatePlan } from '../compile/evaluate-plan.ts';
import { type CompileSettings, toDiagnostic } from '../compile/evaluate-sample.ts';
import { noFamilies, type TemplateFonts } from '../compile/template-fonts.ts';
import { type Diagnostic, describeProblems } from '../diagnostics/diagnostics.ts';
import { usualEngine } from '../engine-names.ts';
import { sha256Hex } from '../hash.ts';
import { warmRenderWorker } from '../isolation/render/render.ts';
import { renderTree } from '../isolation/render/render-tree.ts';
import { warmSandbox } from '../isolation/sandbox/evaluate.ts';
import { getOverLimit } from '../isolation/sandbox/evaluation.ts';
import { shareWorkers } from '../isolation/shared-workers.ts';
import { type CpuBudget, cpuBudget } from '../isolation/worker/cpu-budget.ts';
import { limits as templateLimits } from '../limits.ts';
import { getTypography } from '../rendering/fonts/named-fonts.ts';
import { getOutputSize } from '../rendering/render-options.ts';
import { lintUnknownVariables } from '../template/render-plan/given-variables.ts';
import { packRenderPlan, type RenderPlan } from '../template/render-plan/render-plan.ts';
import { formatThousands } from '../thousands.ts';
import { withinBudget } from '../time-budget.ts';
import { getRemoteImages } from '../vnode/remote-images.ts';
import { EngineError, InputError, LimitError, TemplateError } from './errors.ts';
import { fetchImages } from './fetch-images.ts';
import { type GivenRequest, readRenderRequest, readSettings } from './given-input.ts';
import { readFonts } from './read-fonts.ts';
import { toPublicError } from './to-public-error.ts';
import type { Engine, EngineSettings, RenderRequest, Template, TemplateDiagnostic } from './types.ts';

const mostWorkers = 4;

interface Compiled {
  readonly source: string;
  readonly plan: RenderPlan;
  readonly seed: string;
}
/** Compiled templates of all engines. */
const compiled = new WeakMap<Template, Compiled>();

const toSeverity =
  (severity: TemplateDiagnostic['severity']) =>
  ({ code, message, line, column }: Diagnostic): TemplateDiagnostic => ({ severity, code, message, line, column });

const templateError = (source: string, errors: readonly Diagnostic[]): TemplateError =>
  new TemplateError(describeProblems(source, errors), errors.map(toSeverity('error')));

/** Evaluates a template. @throws InputError, TemplateError, LimitError */
const evaluateTemplate = async (
  { source, plan, seed }: Compiled,
  { given, chosen, now }: GivenRequest,
  budget: CpuBudget,
): Promise<EvaluatedPlan> => {
  const result = await evaluatePlan(plan, seed, { given, chosen, clock: now.getTime() }, budget);
  if (result.ok) return result;
  if (result.reason === 'missing') throw new InputError(`variables.${result.names[0]}`, 'is required.');
  const over = getOverLimit(result);
  throw over ? new LimitError(over.limit, over.message) : templateError(source, [toDiagnostic(source, result)]);
};

/**
 * Opens an engine, which compiles, checks and renders untrusted templates in processes of its own. They are shared by
 * all engines of this process.
 *
 * @throws InputError for an invalid setting or font; Error when the processes cannot be started
 * @example
 * const engine = await openEngine({ fonts: ['fonts/*.woff2'] });
 * const template = await engine.compile('export default ({ title }) => <h1>{title}</h1>');
 * const { bytes } = await engine.render(template, { variables: { title: 'Hello' } });
 * await engine.close();
 */
export const openEngine = async (given: EngineSettings = {}): Promise<Engine> => {
  const { engine: defaultEngine = usualEngine, remoteImages, limits = {}, ...settings } = readSettings(given);
  const { evaluationMs = 1_000, renderMs = 3_500, renderMemoryMib } = limits;
  /** Processor time of all steps of compiling or checking, at every size of a template, in milliseconds. */
  const compileMs = 1_000 + 2 * (evaluationMs + renderMs);
  const { concurrency = Math.min(mostWorkers, Math.max(1, availableParallelism() >> 1)) } = settings;
  const openBudget = (ms: number) =>
    cpuBudget(ms, {
      ...{ evaluationMs, renderMs },
      ...(renderMemoryMib !== undefined && { renderBytes: renderMemoryMib * 2 ** 20 }),
    });
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);
  const releaseWorkers = shareWorkers(concurrency);

  /** Runs the work of a call until the engine closes or its signal fires. */
  const run = async <T>(signal: AbortSignal | undefined, work: (ends: AbortSignal) => Promise<T>): Promise<T> => {
    const ends = signal ? AbortSignal.any([closing.signal, signal]) : closing.signal;
    try {
      closing.signal.throwIfAborted();
      signal?.throwIfAborted();
      return await withinBudget(ends, () => work(ends));
    } catch (error) {
      if (closing.signal.aborted) throw new EngineError('CLOSED', 'The engine was closed.');
      throw signal?.aborted ? signal.reason : toPublicError(error);
    }
  };
  const close = async () => {
    if (closing.signal.aborted) return;
    closing.abort();
    await releaseWorkers();
  };

  const opened = await run(undefined, async () => {
    await Promise.all([warmSandbox(), warmRenderWorker(defaultEngine)]);
    return readFonts(settings.fonts);
  }).catch(async (error) => {
    await close();
    throw error;
  });
  const fontBytes = async (hash: string) => opened.bytes.get(hash) ?? Promise.reject(new Error(`No font ${hash}.`));
  const fonts: TemplateFonts = { fonts: opened.fonts, fontBytes, openFinder: () => noFamilies };
  const lint = async (source: string, { now, ...request }: Partial<CompileSettings> & { readonly now: Date }) => {
    if (typeof source !== 'string') throw new InputError('source', 'must be text.');
    const { codeCharacters: most } = templateLimits;
    if (source.length > most) throw new InputError('source', `has more than ${formatThousands(most)} characters.`);
    const budget = openBudget(compileMs);
    const result = await compileTemplate(source, { defaultEngine, fonts, clock: now.getTime(), ...request }, budget);
    if (result.overLimit) throw new LimitError(result.overLimit.limit, result.overLimit.message);
    return result;
  };

  return {
    compile: (source) =>
      run(undefined, async () => {
        const { errors, warnings, renderPlan: plan } = await lint(source, readRenderRequest({}));
        if (errors.length > 0 || !plan) throw templateError(source, errors);
        const template: Template = {
          variables: plan.variables.map(({ name, required, defaultValue }) => ({
            ...{ name, required },
            ...(defaultValue !== undefined && { default: defaultValue }),
          })),
          engine: plan.options.engine,
          warnings: warnings.map(toSeverity('warning')),
        };
        compiled.set(template, { source, plan, seed: plan.seed ?? sha256Hex(packRenderPlan(plan)) });
        return template;
      }),
    render: (template, request: RenderRequest = {}) =>
      run(request.signal, async (ends) => {
        const known = compiled.get(template);
        if (!known) throw new InputError('template', 'was not compiled by this package.');
        const { plan } = known;
        const read = readRenderRequest(request);
        const budget = openBudget(evaluationMs + renderMs);
        const { tree, options } = await evaluateTemplate(known, read, budget);
        const typography = getTypography(tree, plan.options.fontFamily, fonts.fonts, plan.pinned);
        const named = getRemoteImages(tree);
        const { gathered, rendering } = await renderTree(
          { tree, typography, options, engine: plan.options.engine },
          {
            gather: () => fetchImages(named, remoteImages, ends),
            isFetching: remoteImages !== undefined && named.length > 0,
          },
          { fontBytes, budget },
        );
        const { bytes, failedImages } = rendering;
        const { missing } = gathered;
        const unreadable = failedImages.filter(({ url }) => !missing.some((one) => one.url === url));
        return {
          bytes,
          contentType: `image/${options.format}` as const,
          ...getOutputSize(options),
          warnings: [
            ...lintUnknownVariables(plan, read.given, undefined),
            ...[...missing, ...unreadable].map(({ url, reason }) => `The image ${url} is missing: ${reason}`),
          ],
        };
      }),
    check: (source, request: RenderRequest = {}) =>
      run(request.signal, async () => {
        const { given: values, chosen, now } = readRenderRequest(request);
        const { errors, warnings } = await lint(source, { given: values, chosen, now, isCard: true });
        return { diagnostics: [...errors.map(toSeverity('error')), ...warnings.map(toSeverity('warning'))] };
      }),
    close,
    [Symbol.asyncDispose]: close,
  };
};
