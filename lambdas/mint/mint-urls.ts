import { failWithDetail, isServiceError } from 'image-url-contract/errors.ts';
import type { MintItem, MintResponse } from 'image-url-contract/schemas/mint.ts';
import { cpuBudget, sharedTime } from 'image-url-engine/workers.ts';
import { getExpiryAfter } from '../domain/signing/expiry.ts';
import { consumeUnits, getWantedMints, requireUnits } from '../limits/quota.ts';
import type { Runtime } from '../ports/runtime.ts';
import type { Call, UseCase, WorkPorts } from '../ports/use-case.ts';
import { verifyCostlyImage, withFailuresReserved } from '../publishing/costly-images.ts';
import { type PreparedImage, prepareImage } from '../publishing/evaluate-image.ts';
import { type MintedUrl, requireShort, signUrl, toUrlResponse } from '../publishing/sign-url.ts';
import { getTreeExpiry, storeTrees } from '../publishing/store-trees.ts';
import { mintOnDemandUrl } from './mint-on-demand-url.ts';
import { orderPrewarms } from './order-prewarms.ts';

/** Processor time of all templates of a batch together, in milliseconds. */
const batchCpuMs = 10_000;
/** Milliseconds that a batch waits for its costly images; the rest is for storing and counting. */
const verificationMs = 12_000;

/** Mints one signed URL, or with `sizes` one for each of them. @throws what `mintItems` and `mintOnDemandUrl` throw */
export const mintUrl: UseCase<'mintUrl'> = async (ports, runtime, call) => {
  const { form, sizes, ...item } = call.body;
  if (form === 'path') return mintOnDemandUrl(ports, runtime, call);
  if (sizes) {
    const items = sizes.map((size) => ({ ...item, size }));
    const urls = await mintItems(ports, runtime, call, items, true);
    return { urls: Object.fromEntries(sizes.map((size, n) => [size, urls[n] as MintResponse])) };
  }
  const [url] = await mintItems(ports, runtime, call, [item]);
  return url as MintResponse;
};

/**
 * Mints several signed URLs, all of them or none (docs/interface.md#batches).
 *
 * @throws what `mintItems` throws, with the item
 */
export const mintUrls: UseCase<'mintUrls'> = async (ports, runtime, call) => {
  const { items } = call.body;
  const urls = await mintItems(ports, runtime, call, items, true);
  return { urls: items.map(({ templateId }, n) => ({ templateId, ...(urls[n] as MintResponse) })) };
};

/** A signed URL whose unit is not consumed yet. */
type PreparedUrl = MintedUrl & Pick<PreparedImage, 'address' | 'tree' | 'cost'>;

/**
 * Mints a URL for each item, all of them or none, and queues their prewarms. Consuming quota is the last step that can
 * fail, because only success is charged (docs/interface.md#plans-and-counting); without enough units nothing is stored
 * or rendered.
 *
 * @param isBatch whether an error names its item, and the items share processor time
 * @throws with no quota consumed: what `prepareImage` throws for the first invalid item; INVALID_VARIABLES when a URL
 * is too long or a costly image cannot be rendered; KEY_LIMIT_EXCEEDED; QUOTA_EXCEEDED when too few units are left, or
 * too many costly mints of the month have failed; SERVER_ERROR when an address holds a different tree
 */
const mintItems = async (
  ports: WorkPorts<'mintUrls'>,
  runtime: Runtime,
  { caller, templates, fonts, usage }: Pick<Call<'mintUrls'>, 'caller' | 'templates' | 'fonts' | 'usage'>,
  items: readonly MintItem[],
  isBatch = false,
): Promise<MintResponse[]> => {
  const budget = isBatch ? cpuBudget(batchCpuMs) : undefined;
  const wanted = getWantedMints(runtime, items.length, usage);

  // an error of a template is reported first
  const unitsChecked = requireUnits(ports['mints:spend'], runtime, caller, wanted);
  unitsChecked.catch(() => undefined);

  const urls = await mapItems(items, isBatch, async (item): Promise<PreparedUrl> => {
    if (budget?.leftMs() === 0)
      throw failWithDetail('INVALID_VARIABLES', 'The items before this one used up the processor time of the batch.');
    const current = templates.get(item.templateId);
    const { query, ...image } = await prepareImage(ports, runtime, { account: caller, fonts }, current, item, budget);
    const expiresAt = getExpiryAfter(runtime.now(), ports['settings:urls'].lifetimeDays);
    return { ...image, expiresAt, url: requireShort(await signUrl(ports, runtime, { ...query, exp: expiresAt })) };
  });
  await unitsChecked;

  const time = isBatch ? sharedTime(verificationMs) : undefined;
  await withFailuresReserved(ports, runtime, caller, urls, async () => {
    await storeTrees(ports, runtime, urls, caller.accountId, getTreeExpiry(runtime.now()));
    await mapItems(urls, isBatch, (url) => verifyCostlyImage(ports, runtime, url, time?.leftMs()));
  });

  await consumeUnits(ports['mints:spend'], runtime, caller, wanted);
  runtime.count({ Mints: items.length });
  await orderPrewarms(ports, runtime, caller, urls, items);
  return items.map((item, n) => toUrlResponse(urls[n] as PreparedUrl, item));
};

/** Number of items prepared in parallel; low, so that an invalid item is reported before the rest is evaluated. */
const atOnce = 4;

/**
 * Works on `atOnce` items at a time and returns results in order. When an item fails, no further ones are begun, and
 * the error of the first one that failed names it.
 */
const mapItems = async <Item, Result>(
  items: readonly Item[],
  isBatch: boolean,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = [];
  for (let next = 0; next < items.length; next += atOnce) {
    for (const settled of await Promise.allSettled(items.slice(next, next + atOnce).map(work))) {
      if (settled.status === 'rejected')
        throw isBatch && isServiceError(settled.reason) ? settled.reason.ofItem(results.length) : settled.reason;
      results.push(settled.value);
    }
  }
  return results;
};
