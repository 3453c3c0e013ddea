import { setMaxListeners } from 'node:events';
import { failSaying, ServiceError } from '../../contract/errors.ts';
import type { MintBatchRequest, MintBatchResponse } from '../../contract/schemas/mint.ts';
import { cpuBudget } from '../../isolation/worker/cpu-budget.ts';
import type { PortsOf } from '../../ports/ports.ts';
import type { AccountRecord, TemplateRecord } from '../../ports/records.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { requestSignal, sharedTime, withinBudget } from '../../runtime/time-budget.ts';
import { fontsWhileEvaluating } from '../accounts/account-fonts.ts';
import { issueUrls, unitsWhileEvaluating } from './issue-urls.ts';
import { orderPrewarms } from './order-prewarms.ts';
import { type PreparedUrl, prepareUrl, toUrlResponse } from './prepare-url.ts';
import { proveDrawable } from './prove-renderable.ts';

/** Processor time of all templates of a batch together, in milliseconds. */
const batchCpuMs = 10_000;
/** How long a batch waits for its costly images, in milliseconds; the rest of the function's time is for storing and counting. */
const proofsMs = 12_000;

/**
 * Mints several signed URLs, all of them or none (docs/interface.md#batches).
 *
 * @throws what `prepareUrl` throws for the first item at fault, naming it; QUOTA_EXCEEDED when fewer units are left than
 * there are items.
 */
export const mintUrls = async (
  ports: PortsOf<'mintUrls'>,
  runtime: Runtime,
  caller: AccountRecord,
  templates: ReadonlyMap<string, TemplateRecord>,
  { items }: MintBatchRequest,
): Promise<MintBatchResponse> => {
  const budget = cpuBudget(batchCpuMs);
  const enough = unitsWhileEvaluating(ports, runtime, caller, items.length);
  const fonts = fontsWhileEvaluating(ports, caller, templates);
  const prepare = naming(async (item: MintBatchRequest['items'][number]) => {
    if (budget.leftMs() === 0)
      throw failSaying('INVALID_VARIABLES', 'The items before this one used up the processor time of the batch.');
    return prepareUrl(ports, runtime, caller, templates.get(item.templateId), item, fonts, budget);
  });
  const urls = await untilOneFails(() => runSequentially(items, prepare));
  const time = sharedTime(proofsMs);
  const prove = naming((url: PreparedUrl) => proveDrawable(ports, runtime, url, time.leftMs()));
  await issueUrls(ports, runtime, caller, urls, enough, () => runSequentially(urls, prove));
  await orderPrewarms(ports, runtime, caller, urls, items);
  return {
    urls: items.map((item, n) => ({ templateId: item.templateId, ...toUrlResponse(urls[n] as PreparedUrl, item) })),
  };
};

/** Work on the items of a batch whose failures name the item. */
const naming =
  <Item, Result>(work: (item: Item) => Promise<Result>) =>
  async (item: Item, n: number): Promise<Result> => {
    try {
      return await work(item);
    } catch (error) {
      throw error instanceof ServiceError ? error.at(`items[${n}]`) : error;
    }
  };

/** Runs something whose parts are done side by side, and ends them all when it fails. */
const untilOneFails = async <T>(run: () => Promise<T>): Promise<T> => {
  const failed = new AbortController();
  const signals = [failed.signal, requestSignal()].filter((signal) => signal !== undefined);
  const budget = AbortSignal.any(signals);
  setMaxListeners(0, budget);
  try {
    return await withinBudget(budget, run);
  } catch (error) {
    failed.abort();
    throw error;
  }
};

/** Items prepared side by side. Few, so that a bad one is answered before the rest of its batch has been evaluated. */
const atOnce = 4;

/** Works on a few items at a time and returns results in order; fails as soon as the first failing item is reached. */
const runSequentially = async <Item, Result>(
  items: readonly Item[],
  work: (item: Item, n: number) => Promise<Result>,
): Promise<Result[]> => {
  const started: Promise<Result>[] = [];
  const results: Result[] = [];
  for (const n of items.keys()) {
    for (const item of items.slice(started.length, n + atOnce)) {
      const working = work(item, started.length);
      // one that nobody waits for any more fails unheard
      working.catch(() => undefined);
      started.push(working);
    }
    results.push(await (started[n] as Promise<Result>));
  }
  return results;
};
