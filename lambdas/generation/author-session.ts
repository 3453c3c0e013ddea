import { setTimeout } from 'node:timers/promises';
import { toDiagnosticResponse } from 'image-url-contract/check/response-fields.ts';
import { fail, failWithCause, failWithRetryAt, isServiceError } from 'image-url-contract/errors.ts';
import type { GenerateResult } from 'image-url-contract/schemas/generate.ts';
import { openSemaphore, orRequestEnds, withinBudget } from 'image-url-engine/workers.ts';
import { getAllowance } from '../domain/quota/plans.ts';
import { getTemplateFonts, type TemplateFontPorts } from '../fonts/template-fonts.ts';
import { failedItems } from '../limits/budgets.ts';
import { consumeUnits, requireUnits } from '../limits/quota.ts';
import type { TemplateAuthor } from '../ports/author.ts';
import type { Ports } from '../ports/ports.ts';
import type { Reservation } from '../ports/quotas.ts';
import type { AccountRecord, TemplateRecord } from '../ports/records.ts';
import type { Runtime } from '../ports/runtime.ts';
import { toSavedResponse } from '../templates/template-response.ts';
import type { AuthorSession, WrittenTemplate } from './write-template.ts';

export type SessionPorts = Pick<
  Ports,
  | 'author:ask'
  | 'generations:spend'
  | 'generationProgress:write'
  | 'budgets:consume'
  | 'budgets:read'
  | 'renderPlans:read'
> &
  TemplateFontPorts;

/** Milliseconds for generating and rendering; the rest of the function's time is for storing the results. */
const deadlineMs = 150_000;
/** Milliseconds for releasing what was reserved, after everything else. */
const releaseMs = 1_000;
/** Milliseconds to wait for the model's first answer before the response starts with status 200. */
const patienceMs = 10_000;

/** @throws SUBSCRIPTION_REQUIRED, AI_NOT_CONFIGURED, QUOTA_EXCEEDED, TOO_MANY_FAILED_GENERATIONS */
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
  // an earlier run of a repeated request may have consumed the last unit: each item checks that
  if (!isRepeated) await requireUnits(spend, runtime, caller, { quota: 'generations', units: 1 });
  if ((await ports['budgets:read'].used(failed)) >= failed.limit)
    throw failWithRetryAt(failed.endsAt, 'TOO_MANY_FAILED_GENERATIONS', failed);
};

/** Wraps the author and counts its requests and tokens as metrics. */
const countRequests = (author: TemplateAuthor, runtime: Runtime): TemplateAuthor => ({
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

/**
 * Opens the session in which the templates of one request are generated.
 *
 * @param canceling fires with the error of a request that is canceled
 * @param time fires when the time for generating and rendering is used up. @default after 150 s, or at the request's
 * end
 */
export const openAuthorSession = async (
  ports: SessionPorts,
  runtime: Runtime,
  { accountId }: AccountRecord,
  canceling: AbortSignal,
  time: AbortSignal = orRequestEnds(AbortSignal.timeout(deadlineMs)),
): Promise<AuthorSession> => {
  const signal = AbortSignal.any([canceling, time]);
  const turns = openSemaphore(1);
  return {
    author: countRequests(ports['author:ask'], runtime),
    circumstances: { ...runtime, fonts: await getTemplateFonts(ports, accountId) },
    signal,
    // the model answers in parallel; the sooner one template is rendered, the sooner the model is asked again
    runSequentially: (work) =>
      turns.run(async () => {
        signal.throwIfAborted();
        return work();
      }),
    onLostIteration: (cause) => runtime.log('warn', 'generation round lost', { cause }),
  };
};

/** One item of a generation request, or a revision. */
export interface ItemWork {
  /** Makes its unit idempotent; undefined without an `Idempotency-Key`. */
  readonly reservation: Reservation | undefined;
  /** Generates and publishes the template. */
  make(): Promise<Saved>;
  find(): Promise<TemplateRecord | undefined>;
}

/**
 * Consumes a unit and one failed item of the month, then runs `make`, which calls the model. On success the failed item
 * is released; on failure the unit is released and the failed item stays consumed. So parallel items never share a
 * unit, and the model is called at most as often as there are units and failed items.
 *
 * @throws TOO_MANY_FAILED_GENERATIONS, QUOTA_EXCEEDED, with nothing consumed; what `make` throws
 */
export const withReservedUnit = async (
  ports: Pick<SessionPorts, 'generations:spend' | 'budgets:consume'>,
  runtime: Runtime,
  caller: AccountRecord,
  { reservation, make, find }: ItemWork,
): Promise<Saved> => {
  const [spend, budgets] = [ports['generations:spend'], ports['budgets:consume']];
  const failed = failedItems(caller, runtime);
  // runs even after the request's deadline: units that are not released stay consumed for the month
  const leave = (release: () => Promise<void>) =>
    withinBudget(AbortSignal.timeout(releaseMs), release).catch((cause: unknown) => {
      runtime.log('error', 'unit not given back', { accountId: caller.accountId, cause });
    });
  if (!(await budgets.consume(failed, 1))) throw failWithRetryAt(failed.endsAt, 'TOO_MANY_FAILED_GENERATIONS', failed);
  const wanted = { quota: 'generations', units: 1, reservation } as const;
  const period = await consumeUnits(spend, runtime, caller, wanted).catch(async (error: unknown) => {
    await leave(() => budgets.release(failed, 1));
    throw error;
  });
  const saved = await make().catch(async (error: unknown) => {
    // the last write may have succeeded although its response came after the deadline
    const template = await withinBudget(AbortSignal.timeout(releaseMs), find).catch(() => undefined);
    if (template) return { template };
    await leave(() => spend.release(caller.accountId, period, 1, reservation));
    throw error;
  });
  await leave(() => budgets.release(failed, 1));
  return saved;
};

const getFailure = (runtime: Runtime, error: unknown): GenerateResult => {
  const shown = isServiceError(error) ? error : failWithCause(error, 'GENERATION_FAILED');
  if (shown.code === 'QUOTA_EXCEEDED' || shown.code === 'TOO_MANY_FAILED_GENERATIONS')
    runtime.count({ QuotaRefusals: 1 });
  // failures of the model or the service, which another prompt does not avoid
  const isOurs = shown.code === 'GENERATION_FAILED' || shown.code === 'AI_NOT_CONFIGURED';
  if (isOurs) runtime.count({ GenerationFailures: 1 });
  runtime.log(isOurs ? 'error' : 'info', 'generation failed', { code: shown.code, cause: shown.cause });
  return { ok: false, error: { code: shown.code, message: shown.message } };
};

/** A generated template. `written` is absent if an earlier run of the same request generated it. */
export interface Saved {
  readonly template: TemplateRecord;
  readonly written?: WrittenTemplate;
  /** Its code, if it was not saved. */
  readonly code?: string;
}

const getSuccess = async (
  ports: Pick<Ports, 'renderPlans:read'>,
  runtime: Runtime,
  { template, written, code }: Saved,
): Promise<GenerateResult> => {
  if (written) runtime.count({ GenerationRounds: written.rounds });
  const report = written
    ? {
        rounds: written.rounds,
        fixed: [...written.fixed],
        findings: toDiagnosticResponse(written.code, written.diagnostics),
      }
    : { rounds: 0, fixed: [], findings: [...template.warnings] };
  return {
    ok: true,
    result: await toSavedResponse(ports, runtime, template),
    report,
    ...(code !== undefined && { code }),
  };
};

/** One template in progress. `result` never rejects; `reached` resolves to whether the model was reachable. */
export interface Run {
  readonly result: Promise<GenerateResult>;
  readonly reached: Promise<boolean>;
}

export const startRun = (
  ports: Pick<Ports, 'renderPlans:read'>,
  runtime: Runtime,
  onEnd: (step: 'saved' | 'failed' | 'canceled') => void,
  work: (onFirstAnswer: (isReachable: boolean) => void) => Promise<Saved>,
): Run => {
  const reached = Promise.withResolvers<boolean>();
  const run = async (): Promise<GenerateResult> => {
    try {
      const success = await getSuccess(ports, runtime, await work(reached.resolve));
      onEnd('saved');
      return success;
    } catch (error) {
      const failure = getFailure(runtime, error);
      onEnd(isServiceError(error) && error.code === 'GENERATION_CANCELED' ? 'canceled' : 'failed');
      return failure;
    } finally {
      reached.resolve(true);
    }
  };
  return { result: run(), reached: reached.promise };
};

/**
 * Resolves when the model has answered for one of the runs, or after 10 s.
 *
 * @param ended resolves when all runs have released their units
 * @throws AI_NOT_CONFIGURED when it is unreachable for all of them
 */
export const waitForFirstAnswer = async (runs: readonly Run[], ended: Promise<unknown>): Promise<void> => {
  const anyReached = Promise.any(runs.map(async ({ reached }) => (await reached) || Promise.reject())).catch(
    () => false,
  );
  const isReachable = await Promise.race([anyReached, setTimeout(patienceMs, true, { ref: false })]);
  if (isReachable) return;
  // Lambda freezes a function that has responded
  await ended;
  throw fail('AI_NOT_CONFIGURED');
};
