import { setMaxListeners } from 'node:events';
import { failSaying, ServiceError } from '../../contract/errors.ts';
import type { MintBatchRequest, MintBatchResponse, MintItem, MintResponse } from '../../contract/schemas/mint.ts';
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
/**
 * Milliseconds that a batch waits for its expensive images; the rest of the function's time is for storing and
 * counting.
 */
const proofsMs = 12_000;

/**
 * Mints several signed URLs, all of them or none (docs/interface.md#batches).
 *
 * @throws what `mintItems` throws, naming the item at fault: `items[3]: ...`.
 */
export const mintUrls = async (
  ports: PortsOf<'mintUrls'>,
  runtime: Runtime,
  caller: AccountRecord,
  templates: ReadonlyMap<string, TemplateRecord>,
  { items }: MintBatchRequest,
): Promise<MintBatchResponse> => {
  const urls = await mintItems(ports, runtime, caller, templates, items, (n) => `items[${n}]`);
  return { urls: items.map(({ templateId }, n) => ({ templateId, ...(urls[n] as MintResponse) })) };
};

/**
 * Mints a URL for each item, all of them or none, and orders their prewarms.
 *
 * @param nameOf what errors call an item.
 * @throws what `prepareUrl` throws for the first item at fault; QUOTA_EXCEEDED when fewer units are left than there are items.
 */
export const mintItems = async (
  ports: PortsOf<'mintUrls'>,
  runtime: Runtime,
  caller: AccountRecord,
  templates: ReadonlyMap<string, TemplateRecord>,
  items: readonly MintItem[],
  nameOf: (n: number) => string,
): Promise<MintResponse[]> => {
  const budget = cpuBudget(batchCpuMs);
  const enough = unitsWhileEvaluating(ports, runtime, caller, items.length);
  const fonts = fontsWhileEvaluating(ports, caller, templates);
  const prepare = withItemPosition(nameOf, async (item: MintItem) => {
    if (budget.leftMs() === 0)
      throw failSaying('INVALID_VARIABLES', 'The items before this one used up the processor time of the batch.');
    return prepareUrl(ports, runtime, caller, templates.get(item.templateId), item, fonts, budget);
  });
  const urls = await untilOneFails(() => mapConcurrently(items, prepare));
  const time = sharedTime(proofsMs);
  const prove = withItemPosition(nameOf, (url: PreparedUrl) => proveDrawable(ports, runtime, url, time.leftMs()));
  await issueUrls(ports, runtime, caller, urls, enough, () => mapConcurrently(urls, prove));
  await orderPrewarms(ports, runtime, caller, urls, items);
  return items.map((item, n) => toUrlResponse(urls[n] as PreparedUrl, item));
};

/** Wraps the work on an item, so that its errors name the item. */
const withItemPosition =
  <Item, Result>(nameOf: (n: number) => string, work: (item: Item) => Promise<Result>) =>
  async (item: Item, n: number): Promise<Result> => {
    try {
      return await work(item);
    } catch (error) {
      throw error instanceof ServiceError ? error.at(nameOf(n)) : error;
    }
  };

/** Runs work whose parts are done in parallel, and aborts all of them when one fails. */
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

/** Items prepared in parallel. Few, so that an invalid item is reported before the rest of its batch is evaluated. */
const atOnce = 4;

/** Works on a few items at a time and returns results in order; fails as soon as the first failing item is reached. */
const mapConcurrently = async <Item, Result>(
  items: readonly Item[],
  work: (item: Item, n: number) => Promise<Result>,
): Promise<Result[]> => {
  const started: Promise<Result>[] = [];
  const results: Result[] = [];
  for (const n of items.keys()) {
    for (const item of items.slice(started.length, n + atOnce)) {
      const working = work(item, started.length);
      // no unhandled rejection for an item that is not awaited any more
      working.catch(() => undefined);
      started.push(working);
    }
    results.push(await (started[n] as Promise<Result>));
  }
  return results;
};
