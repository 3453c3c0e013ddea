import { setTimeout } from 'node:timers/promises';
import { fail, failBecause, failUntil, ServiceError } from '../contract/errors.ts';
import type { GenerateItem, GenerateRequest, GenerateResponse, GenerateResult } from '../contract/schemas/generate.ts';
import { billingPeriod } from '../core/quota/billing-period.ts';
import { isPaid, plans } from '../core/quota/plans.ts';
import { nameOfPrompt } from '../core/template/render-plan/generated-code.ts';
import type { PortsOf, Runtime, TemplateAuthor } from '../ports/ports.ts';
import type { AccountRecord, TemplateRecord } from '../ports/records.ts';
import { timeBudget } from '../time-budget.ts';
import { accountFonts } from './account-fonts.ts';
import { generateTemplate } from './generate-template.ts';
import { newRecordOf } from './ownership.ts';
import { presentSaved } from './present-template.ts';
import { newTemplateId, saveCode } from './save-code.ts';

type GeneratePorts = PortsOf<'generateTemplates'>;

/** Time for writing and drawing; the rest of the function's time is for storing the results. */
const deadlineMs = 150_000;
/** How long the status line waits for a first answer of the model; after that it is sent as 200. */
const patienceMs = 10_000;

/** @throws SUBSCRIPTION_REQUIRED, AI_NOT_CONFIGURED, QUOTA_EXCEEDED. */
const admit = async (ports: GeneratePorts, runtime: Runtime, caller: AccountRecord): Promise<void> => {
  if (!isPaid(caller.plan)) throw fail('SUBSCRIPTION_REQUIRED');
  if (!ports['author:ask'].isConfigured) throw fail('AI_NOT_CONFIGURED');
  const period = billingPeriod(caller.anchor, runtime.now());
  const limit = plans[caller.plan].generations;
  const used = await ports['generations:spend'].used(caller.accountId, period);
  runtime.tellQuota({ name: 'generations', limit, used, endsAt: period.end });
  // of a repeated request the last unit may be its own: each item finds out
  if (used >= limit && !runtime.keyed?.isRepeated)
    throw failUntil(period.end, 'QUOTA_EXCEEDED', { unit: 'generation' });
};

/**
 * Takes the unit and makes the template visible, in this order: a unit refused by now discards the template. One that was
 * taken for a template that then cannot be written is given back, unless another run of the same request has written it.
 */
const publish = async (
  ports: GeneratePorts,
  runtime: Runtime,
  caller: AccountRecord,
  item: GenerateItem,
  templateId: string,
  { code, compiled }: Awaited<ReturnType<typeof generateTemplate>>,
): Promise<TemplateRecord> => {
  const now = runtime.now();
  const saved = await saveCode(ports, runtime, templateId, code, compiled);

  const period = billingPeriod(caller.anchor, now);
  const limit = plans[caller.plan].generations;
  // of a request nobody sends again, only this run asks for the unit
  const reservation = runtime.keyed && { ...runtime.keyed.reservation, name: templateId };
  const { isTaken } = await ports['generations:spend'].take(caller.accountId, period, 1, limit, reservation);
  if (!isTaken) throw failUntil(period.end, 'QUOTA_EXCEEDED', { unit: 'generation' });

  const name = nameOfPrompt(item.prompt);
  const template = { templateId, ...newRecordOf(caller, now), name, description: '', ...saved };
  try {
    await ports['templates:create'].create(template);
  } catch (error) {
    const find = () => ports['templates:create'].find(templateId, caller.accountId).catch(() => undefined);
    const made = runtime.keyed && (await find());
    if (made) return made;
    await ports['generations:spend'].giveBack(caller.accountId, period, 1, reservation).catch((cause: unknown) => {
      runtime.log('error', 'unit not given back', { accountId: caller.accountId, templateId, cause });
    });
    throw error;
  }
  return template;
};

/** The work's result, or GENERATION_FAILED when the signal fires first: for work that cannot be aborted. */
const before = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> => {
  const over = Promise.withResolvers<never>();
  const late = new Error('the time for writing and drawing is over: the model says nothing, or turns calls away');
  const end = () => over.reject(failBecause(late, 'GENERATION_FAILED'));
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });
  return Promise.race([work, over.promise]).finally(() => signal.removeEventListener('abort', end));
};

const authorsTime = (): AbortSignal => {
  const [deadline, budget] = [AbortSignal.timeout(deadlineMs), timeBudget()];
  return budget ? AbortSignal.any([deadline, budget]) : deadline;
};

const failureOf = (runtime: Runtime, error: unknown): GenerateResult => {
  const shown = error instanceof ServiceError ? error : failBecause(error, 'GENERATION_FAILED');
  if (shown.code === 'QUOTA_EXCEEDED') runtime.count({ QuotaRefusals: 1 });
  // what no prompt can mend: the model, or this service
  const isOurs = shown.code === 'GENERATION_FAILED' || shown.code === 'AI_NOT_CONFIGURED';
  if (isOurs) runtime.count({ GenerationFailures: 1 });
  runtime.log(isOurs ? 'error' : 'info', 'generation failed', { code: shown.code, cause: shown.cause });
  return { ok: false, error: { code: shown.code, message: shown.message } };
};

/** Runs pieces of work one after another, in the order they come in; none begins once the signal has fired. */
const oneByOne = (signal: AbortSignal) => {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const begin = () => {
      signal.throwIfAborted();
      return work();
    };
    const next = last.then(begin, begin);
    last = next.catch(() => undefined);
    return next;
  };
};

/** The author, with its requests counted. */
const countedAuthor = (author: TemplateAuthor, runtime: Runtime): TemplateAuthor => ({
  ...author,
  write: (request) => {
    runtime.count({ AuthorAttempts: 1, ...(request.attempts.length > 0 && { AuthorRepairs: 1 }) });
    return author.write(request);
  },
});

/**
 * Has templates written by AI. Items run side by side and fail on their own.
 *
 * @returns once the call is admitted and the model was reached; the body follows and never fails.
 * @throws SUBSCRIPTION_REQUIRED, AI_NOT_CONFIGURED, QUOTA_EXCEEDED for the call as a whole.
 */
export const generateTemplates = async (
  ports: GeneratePorts,
  runtime: Runtime,
  caller: AccountRecord,
  { items }: GenerateRequest,
): Promise<{ readonly body: Promise<GenerateResponse> }> => {
  await admit(ports, runtime, caller);
  const fonts = await accountFonts(ports, caller.accountId);

  const signal = authorsTime();
  const author = countedAuthor(ports['author:ask'], runtime);
  // answers come side by side; drawn side by side, hostile ones would need more memory than the function has
  const workshop = { account: caller.accountId, signal, inTurn: oneByOne(signal) };
  const runs = items.map((item) => {
    const templateId = newTemplateId(runtime.randomBytes);
    const reached = Promise.withResolvers<boolean>();
    const run = async (): Promise<GenerateResult> => {
      try {
        const made = runtime.keyed?.isRepeated && (await ports['templates:create'].find(templateId, caller.accountId));
        if (made) return { ok: true, result: presentSaved(made, runtime) };
        const generated = await before(
          signal,
          generateTemplate({ 'author:ask': author }, item, { ...runtime, fonts }, workshop, reached.resolve),
        );
        const template = await publish(ports, runtime, caller, item, templateId, generated);
        return { ok: true, result: presentSaved(template, runtime) };
      } catch (error) {
        return failureOf(runtime, error);
      } finally {
        reached.resolve(true);
      }
    };
    return { result: run(), reached: reached.promise };
  });

  const anyReached = Promise.any(runs.map(async ({ reached }) => (await reached) || Promise.reject())).catch(
    () => false,
  );
  const isReachable = await Promise.race([anyReached, setTimeout(patienceMs, true, { ref: false })]);
  if (!isReachable) throw fail('AI_NOT_CONFIGURED');
  return { body: Promise.all(runs.map(({ result }) => result)).then((results) => ({ results })) };
};
