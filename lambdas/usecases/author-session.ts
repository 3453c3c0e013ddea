import { setTimeout } from 'node:timers/promises';
import { fail, failBecause, failUntil, ServiceError } from '../contract/errors.ts';
import type { GenerateResult } from '../contract/schemas/generate.ts';
import type { BillingPeriod } from '../core/quota/billing-period.ts';
import { allowanceOf } from '../core/quota/plans.ts';
import type { TemplateAuthor } from '../ports/author.ts';
import type { Reservation } from '../ports/idempotency.ts';
import type { Ports } from '../ports/ports.ts';
import type { AccountRecord, TemplateRecord } from '../ports/records.ts';
import type { Runtime } from '../ports/runtime.ts';
import { requestSignal, withinBudget } from '../time-budget.ts';
import { accountFonts } from './account-fonts.ts';
import { failedItems } from './budgets.ts';
import { presentDiagnostics } from './present-diagnostics.ts';
import { presentSaved } from './present-template.ts';
import { consumeUnits, requireUnits } from './quota.ts';
import type { Workshop, WrittenTemplate } from './write-template.ts';

export type SessionPorts = Pick<
  Ports,
  'author:ask' | 'fonts:read' | 'fontFiles:read' | 'generations:spend' | 'budgets:consume' | 'budgets:read'
>;

/** Time for writing and drawing; the rest of the function's time is for storing the results. */
const deadlineMs = 150_000;
/** Time for releasing what was reserved, after all else. */
const releaseMs = 1_000;
/** How long the status line waits for a first answer of the model; after that it is sent as 200. */
const patienceMs = 10_000;

/** @throws SUBSCRIPTION_REQUIRED, AI_NOT_CONFIGURED, QUOTA_EXCEEDED, TOO_MANY_FAILED_GENERATIONS. */
export const admit = async (
  ports: Pick<SessionPorts, 'author:ask' | 'generations:spend' | 'budgets:read'>,
  runtime: Runtime,
  caller: AccountRecord,
): Promise<void> => {
  const limit = allowanceOf(caller.plan, runtime.plans).generations;
  if (limit === 0) throw fail('SUBSCRIPTION_REQUIRED');
  if (!ports['author:ask'].isConfigured) throw fail('AI_NOT_CONFIGURED');
  const failed = failedItems(caller, runtime);
  const spend = ports['generations:spend'];
  const { isRepeated = false } = runtime.keyed ?? {};
  // of a repeated request the last unit may be its own: each item finds out
  if (!isRepeated) await requireUnits(spend, runtime, caller, { quota: 'generations', units: 1 });
  if ((await ports['budgets:read'].used(failed)) >= failed.limit)
    throw failUntil(failed.endsAt, 'TOO_MANY_FAILED_GENERATIONS', failed);
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

/** The author, with its requests and what it reads and writes counted. */
const countedAuthor = (author: TemplateAuthor, runtime: Runtime): TemplateAuthor => ({
  ...author,
  write: async (request) => {
    runtime.count({ AuthorAttempts: 1, ...(request.rounds.length > 0 && { AuthorRepairs: 1 }) });
    const written = await author.write(request);
    if (written.ok) {
      const { input, cached, output } = written.tokens;
      runtime.count({ AuthorInputTokens: input, AuthorCachedTokens: cached, AuthorOutputTokens: output });
    }
    return written;
  },
});

const authorsTime = (): AbortSignal => {
  const [deadline, budget] = [AbortSignal.timeout(deadlineMs), requestSignal()];
  return budget ? AbortSignal.any([deadline, budget]) : deadline;
};

/**
 * Where the templates of one request are written.
 *
 * @param signal fires when the time for writing and drawing is over.
 */
export const openWorkshop = async (
  ports: SessionPorts,
  runtime: Runtime,
  { accountId }: AccountRecord,
  signal: AbortSignal = authorsTime(),
): Promise<Workshop> => ({
  author: countedAuthor(ports['author:ask'], runtime),
  circumstances: { ...runtime, fonts: await accountFonts(ports, accountId) },
  signal,
  // answers come side by side; drawn side by side, hostile ones would need more memory than the function has
  inTurn: oneByOne(signal),
  onLostRound: (cause) => runtime.log('warn', 'generation round lost', { cause }),
});

/** One item of a request: what its unit is reserved for, and how its template is found that another run of the request made. */
export interface ItemWork {
  /** None of a request nobody sends again: only this run asks for it. */
  readonly reservation: Reservation | undefined;
  /** Writes the template and has it become visible. */
  make(): Promise<Saved>;
  find(): Promise<TemplateRecord | undefined>;
}

/**
 * Reserves what an item may cost before the model is asked for it: a unit, and a place among the month's failed items. A template that is
 * made consumes the unit and leaves the place; an item that fails leaves the unit and keeps the place. So parallel items never
 * share a unit, and the model is asked for units and failed items at most.
 *
 * @throws TOO_MANY_FAILED_GENERATIONS, QUOTA_EXCEEDED, with nothing reserved; what `make` throws.
 */
export const withUnit = async (
  ports: Pick<SessionPorts, 'generations:spend' | 'budgets:consume'>,
  runtime: Runtime,
  caller: AccountRecord,
  { reservation, make, find }: ItemWork,
): Promise<Saved> => {
  const [spend, budgets] = [ports['generations:spend'], ports['budgets:consume']];
  const failed = failedItems(caller, runtime);
  // also when the time of the request is over: what is not released stays consumed for the month
  const leave = (release: () => Promise<void>) =>
    withinBudget(AbortSignal.timeout(releaseMs), release).catch((cause: unknown) => {
      runtime.log('error', 'unit not given back', { accountId: caller.accountId, cause });
    });
  if (!(await budgets.consume(failed, 1))) throw failUntil(failed.endsAt, 'TOO_MANY_FAILED_GENERATIONS', failed);
  let period: BillingPeriod;
  try {
    period = await consumeUnits(spend, runtime, caller, { quota: 'generations', units: 1, reservation });
  } catch (error) {
    await leave(() => budgets.release(failed, 1));
    throw error;
  }
  let saved: Saved;
  try {
    saved = await make();
  } catch (error) {
    const made = runtime.keyed && (await find().catch(() => undefined));
    if (!made) {
      await leave(() => spend.giveBack(caller.accountId, period, 1, reservation));
      throw error;
    }
    saved = { template: made };
  }
  await leave(() => budgets.release(failed, 1));
  return saved;
};

const failureOf = (runtime: Runtime, error: unknown): GenerateResult => {
  const shown = error instanceof ServiceError ? error : failBecause(error, 'GENERATION_FAILED');
  if (shown.code === 'QUOTA_EXCEEDED' || shown.code === 'TOO_MANY_FAILED_GENERATIONS')
    runtime.count({ QuotaRefusals: 1 });
  // what no prompt can mend: the model, or this service
  const isOurs = shown.code === 'GENERATION_FAILED' || shown.code === 'AI_NOT_CONFIGURED';
  if (isOurs) runtime.count({ GenerationFailures: 1 });
  runtime.log(isOurs ? 'error' : 'info', 'generation failed', { code: shown.code, cause: shown.cause });
  return { ok: false, error: { code: shown.code, message: shown.message } };
};

/** A template that was written and saved; `written` is absent where an earlier run of the same request had done so. */
export interface Saved {
  readonly template: TemplateRecord;
  readonly written?: WrittenTemplate;
}

const successOf = (runtime: Runtime, { template, written }: Saved): GenerateResult => {
  if (written) runtime.count({ GenerationRounds: written.rounds });
  const report = written
    ? { rounds: written.rounds, findings: presentDiagnostics(written.code, written.findings) }
    : { rounds: 0, findings: [...template.warnings] };
  return { ok: true, result: presentSaved(template, runtime), report };
};

/** One template on its way: its result, which never fails, and whether the model could be reached for it. */
export interface Run {
  readonly result: Promise<GenerateResult>;
  readonly reached: Promise<boolean>;
}

/** Starts the work on one template. */
export const startRun = (
  runtime: Runtime,
  work: (onFirstAnswer: (isReachable: boolean) => void) => Promise<Saved>,
): Run => {
  const reached = Promise.withResolvers<boolean>();
  const run = async (): Promise<GenerateResult> => {
    try {
      return successOf(runtime, await work(reached.resolve));
    } catch (error) {
      return failureOf(runtime, error);
    } finally {
      reached.resolve(true);
    }
  };
  return { result: run(), reached: reached.promise };
};

/** Resolves once the model was reached for one of the runs, or is slow. @throws AI_NOT_CONFIGURED when it is out of reach. */
export const onceReached = async (runs: readonly Run[]): Promise<void> => {
  const anyReached = Promise.any(runs.map(async ({ reached }) => (await reached) || Promise.reject())).catch(
    () => false,
  );
  const isReachable = await Promise.race([anyReached, setTimeout(patienceMs, true, { ref: false })]);
  if (!isReachable) throw fail('AI_NOT_CONFIGURED');
};
