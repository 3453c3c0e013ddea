import { failSaying, ServiceError } from '../../contract/errors.ts';
import type { MintRequest, MintResponse } from '../../contract/schemas/mint.ts';
import { inThousands } from '../../contract/thousands.ts';
import type { KeyLimit } from '../../ports/quotas.ts';
import type { AccountRecord } from '../../ports/records.ts';
import type { Runtime } from '../../ports/runtime.ts';
import type { WorkPorts } from '../../ports/use-case.ts';
import { failedMints } from '../accounts/budgets.ts';
import { consumeUnits, requireUnits, type WantedUnits } from '../accounts/quota.ts';
import type { PreparedImage } from './evaluate-image.ts';
import { storeTrees, treeExpiry } from './store-trees.ts';

type MintPorts = WorkPorts<'mintUrls'>;

/** A signed URL whose unit is not consumed yet. */
export interface PreparedUrl extends Omit<PreparedImage, 'query'> {
  readonly url: string;
  /** Unix milliseconds. */
  readonly expiresAt: number;
}

/** Returns the limit of the API key of a request; undefined for a key without one. */
export const getKeyLimit = ({ apiKey }: Pick<Runtime, 'apiKey'>): KeyLimit | undefined => {
  const { keyId, monthlyMints: limit } = apiKey ?? {};
  return keyId === undefined || limit === undefined ? undefined : { keyId, limit };
};

const getWanted = (runtime: Runtime, units: number): WantedUnits => ({
  quota: 'mints',
  units,
  reservation: runtime.keyed?.reservation,
  key: getKeyLimit(runtime),
});

/**
 * Starts checking that the account has enough units, while the templates are evaluated.
 *
 * @returns a function that waits for the result and throws QUOTA_EXCEEDED or KEY_LIMIT_EXCEEDED.
 */
export const unitsWhileEvaluating = (
  ports: Pick<MintPorts, 'mints:spend'>,
  runtime: Runtime,
  caller: AccountRecord,
  units: number,
): (() => Promise<void>) => {
  const asked = requireUnits(ports['mints:spend'], runtime, caller, getWanted(runtime, units));
  // an error of the template is reported first
  asked.catch(() => undefined);
  return () => asked;
};

/**
 * Runs work that stores and renders expensive images before quota is consumed, with as many of the month's failed mints reserved.
 * They stay consumed when an image cannot be rendered; otherwise one unit of quota would let a caller store failing images without
 * limit.
 *
 * @throws QUOTA_EXCEEDED, before the work begins, when too many mints of the month have failed; what `work` throws.
 */
const withFailuresReserved = async (
  ports: Pick<MintPorts, 'budgets:consume'>,
  runtime: Runtime,
  caller: AccountRecord,
  expensive: number,
  work: () => Promise<unknown>,
): Promise<void> => {
  const [budgets, budget] = [ports['budgets:consume'], failedMints(caller, runtime)];
  if (expensive > 0 && !(await budgets.consume(budget, expensive))) {
    const { limit, endsAt: retryAt } = budget;
    const detail = `${inThousands(limit)} expensive images could not be rendered this month, which is the limit of the plan. Mint simpler images, or wait for the next month.`;
    throw new ServiceError('QUOTA_EXCEEDED', [{ unit: 'mint', limit }], { retryAt, detail });
  }
  // if the release fails, only the limit is lower; the work is done
  const release = () => expensive > 0 && budgets.release(budget, expensive).catch(() => undefined);
  try {
    await work();
  } catch (error) {
    const isRefused = error instanceof ServiceError && error.code === 'INVALID_VARIABLES';
    if (!isRefused) await release();
    throw error;
  }
  await release();
};

/**
 * Stores trees and has their images proven, before their units are consumed.
 *
 * @throws what `prove` throws; QUOTA_EXCEEDED when too many of the month's costly images failed; SERVER_ERROR when the address of a tree
 * holds another one.
 */
export const storeProven = (
  ports: Pick<MintPorts, 'trees:write' | 'budgets:consume'>,
  runtime: Runtime,
  caller: AccountRecord,
  images: readonly Pick<PreparedUrl, 'address' | 'tree' | 'cost'>[],
  prove: () => Promise<unknown>,
): Promise<void> => {
  const trees = new Map(images.map(({ address, tree }) => [address, tree]));
  return withFailuresReserved(ports, runtime, caller, images.filter(isCostly).length, async () => {
    await storeTrees(ports, runtime, trees, caller.accountId, treeExpiry(runtime.now()));
    await prove();
  });
};

/**
 * Stores the trees of prepared URLs, runs `prove`, then consumes the units. Consuming is the last step, because only
 * success is charged (docs/interface.md#plans-and-counting). Without enough units nothing is stored or proven.
 *
 * @param enough the function that `unitsWhileEvaluating` returned.
 * @param prove rejects URLs whose image cannot be rendered; their trees are stored by then.
 * @throws with no quota consumed: what `prove` throws; KEY_LIMIT_EXCEEDED; QUOTA_EXCEEDED when too few units are left,
 * or too many expensive mints of the month have failed; SERVER_ERROR when an address holds a different tree.
 */
export const issueUrls = async (
  ports: Pick<MintPorts, 'trees:write' | 'mints:spend' | 'budgets:consume'>,
  runtime: Runtime,
  caller: AccountRecord,
  urls: readonly PreparedUrl[],
  enough: () => Promise<void>,
  prove: () => Promise<unknown>,
): Promise<void> => {
  await enough();
  await storeProven(ports, runtime, caller, urls, prove);
  await consumeUnits(ports['mints:spend'], runtime, caller, getWanted(runtime, urls.length));
  runtime.count({ Mints: urls.length });
};

/** Estimated render time above which an image is rendered before its mint is charged, in milliseconds of one core. */
export const costlyMs = 1_000;
/** Returns whether an image has to be rendered before its mint is charged. */
const isCostly = ({ cost }: Pick<PreparedUrl, 'cost'>): boolean => cost.ms > costlyMs;
/** Longest wait for the image host, in milliseconds: a cold start and a whole render. */
const proofMs = 12_000;

/**
 * Requests an expensive image from the image host before its mint is charged, and rejects the mint if the image cannot
 * be rendered. A rendered image is stored by the time the URL is returned. If the outcome is still unknown after the
 * whole wait, the mint is not rejected.
 *
 * @param leftMs milliseconds left for this.
 * @throws INVALID_VARIABLES that names the most expensive part of the image, or says that too little time was left to
 * find out.
 */
export const proveDrawable = async (
  ports: Pick<MintPorts, 'images:request'>,
  runtime: Pick<Runtime, 'log' | 'count'>,
  { url, cost }: Pick<PreparedUrl, 'url' | 'cost'>,
  leftMs = proofMs,
): Promise<void> => {
  if (!isCostly({ cost })) return;
  runtime.count({ CostlyMints: 1 });
  const outcome = await ports['images:request'].request(url, Math.min(proofMs, leftMs)).catch((cause: unknown) => {
    runtime.log('warn', 'costly image not proven', { cause });
    return 'unknown';
  });
  const mostly = `mostly for ${cost.mostly}`;
  if (outcome === 'failed')
    throw failSaying('INVALID_VARIABLES', `This image cannot be rendered in the time an image has, ${mostly}.`);
  if (outcome === 'unknown' && leftMs < proofMs)
    throw failSaying('INVALID_VARIABLES', `This image takes too long to render for a batch, ${mostly}; mint it alone.`);
};

/**
 * Queues the minted URLs whose requests set `prewarm`, so that their images are rendered ahead. The units are consumed
 * already, so an error is logged and counted but does not fail the mint.
 */
export const orderPrewarms = async (
  ports: Pick<MintPorts, 'prewarms:order'>,
  runtime: Pick<Runtime, 'log' | 'count'>,
  { accountId }: AccountRecord,
  urls: readonly Pick<PreparedUrl, 'url'>[],
  requests: readonly MintRequest[],
): Promise<void> => {
  const wanted = [...new Set(urls.flatMap(({ url }, n) => (requests[n]?.prewarm === true ? [url] : [])))];
  if (wanted.length === 0) return;
  try {
    await ports['prewarms:order'].order(wanted, accountId);
  } catch (cause) {
    runtime.log('error', 'images not ordered to be rendered', { accountId, pictures: wanted.length, cause });
    runtime.count({ FailedPrewarms: wanted.length });
  }
};

/** Converts a prepared URL to the response of a mint. */
export const toUrlResponse = (
  { url, expiresAt, details, warnings }: Pick<PreparedUrl, 'url' | 'expiresAt' | 'details' | 'warnings'>,
  request: Pick<MintRequest, 'details'>,
): MintResponse => ({
  url,
  expiresAt,
  ...(request.details === true && { details }),
  ...(warnings.length > 0 && { warnings: [...warnings] }),
});
