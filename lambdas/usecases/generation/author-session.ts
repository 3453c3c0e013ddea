import { setTimeout } from 'node:timers/promises';
import { fail, failBecause, failUntil, ServiceError } from '../../contract/errors.ts';
import type { GenerateResult } from '../../contract/schemas/generate.ts';
import type { BillingPeriod } from '../../core/quota/billing-period.ts';
import { getAllowance } from '../../core/quota/plans.ts';
import type { TemplateAuthor } from '../../ports/author.ts';
import type { Reservation } from '../../ports/idempotency.ts';
import type { Ports } from '../../ports/ports.ts';
import type { AccountRecord, TemplateRecord } from '../../ports/records.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { requestSignal, withinBudget } from '../../runtime/time-budget.ts';
import { accountFonts } from '../accounts/account-fonts.ts';
import { failedItems } from '../accounts/budgets.ts';
import { consumeUnits, requireUnits } from '../accounts/quota.ts';
import { toDiagnosticResponse } from '../templates/diagnostic-response.ts';
import { toSavedResponse } from '../templates/template-response.ts';
import type { AuthorSession, WrittenTemplate } from './write-template.ts';

export type SessionPorts = Pick<
  Ports,
  'author:ask' | 'fonts:read' | 'fontFiles:read' | 'generations:spend' | 'budgets:consume' | 'budgets:read'
>;

/** Time for writing and rendering; the rest of the function's time is for storing the results. */
const deadlineMs = 150_000;
/** Time for releasing what was reserved, after all else. */
const releaseMs = 1_000;
/** How long the status line waits for a first answer of the model; after that it is sent as 200. */
const patienceMs = 10_000;

/** @throws SUBSCRIPTION_REQUIRED, AI_NOT_CONFIGURED, QUOTA_EXCEEDED, TOO_MANY_FAILED_GENERATIONS. */
export const checkAdmission = async (
  ports: Pick<SessionPorts, 'author:ask' | 'generations:spend' | 'budgets:read'>,
  runtime: Runtime,
  caller: AccountRecord,
): Promise<void> => {
  const limit = getAllowance(caller.plan, runtime.plans).generations;
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
 * @param signal fires when the time for writing and rendering is over.
 */
export const openAuthorSession = async (
  ports: SessionPorts,
  runtime: Runtime,
  { accountId }: AccountRecord,
  signal: AbortSignal = authorsTime(),
): Promise<AuthorSession> => ({
  author: countedAuthor(ports['author:ask'], runtime),
  circumstances: { ...runtime, fonts: await accountFonts(ports, accountId) },
  signal,
  // answers come side by side; rendered side by side, hostile ones would need more memory than the function has
  runSequentially: oneByOne(signal),
  onLostIteration: (cause) => runtime.log('warn', 'generation round lost', { cause }),
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
export const consumeUnitFor = async (
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
    // also when the time of the request was over before the answer of the last write came
    const made = await withinBudget(AbortSignal.timeout(releaseMs), find).catch(() => undefined);
    if (!made) {
      await leave(() => spend.release(caller.accountId, period, 1, reservation));
      throw error;
    }
    saved = { template: made };
  }
  await leave(() => budgets.release(failed, 1));
  return saved;
};

const getFailure = (runtime: Runtime, error: unknown): GenerateResult => {
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

const getSuccess = (runtime: Runtime, { template, written }: Saved): GenerateResult => {
  if (written) runtime.count({ GenerationRounds: written.rounds });
  const report = written
    ? {
        rounds: written.rounds,
        fixed: [...written.fixed],
        findings: toDiagnosticResponse(written.code, written.findings),
      }
    : { rounds: 0, fixed: [], findings: [...template.warnings] };
  return { ok: true, result: toSavedResponse(template, runtime), report };
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
      return getSuccess(runtime, await work(reached.resolve));
    } catch (error) {
      return getFailure(runtime, error);
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
  if (isReachable) return;
  // a function is frozen once it has answered: what the runs have reserved is released before
  await Promise.all(runs.map(({ result }) => result));
  throw fail('AI_NOT_CONFIGURED');
};
