import { failWithDetail, isServiceError, ServiceError } from 'image-url-contract/errors.ts';
import type { CostEstimate } from 'image-url-engine/engine.ts';
import { formatThousands } from 'image-url-engine/words.ts';
import { failedMints } from '../limits/budgets.ts';
import type { Ports } from '../ports/ports.ts';
import type { AccountRecord } from '../ports/records.ts';
import type { Runtime } from '../ports/runtime.ts';

/** A signed URL and the estimated cost of its image. */
interface CostlyUrl {
  readonly url: string;
  readonly cost: CostEstimate;
}

/** Estimated render time above which an image is rendered before its mint is charged, in milliseconds of one core. */
export const costlyRenderMs = 1_000;
/** Returns whether an image must be rendered before its mint is charged. */
const isCostly = ({ cost }: Pick<CostlyUrl, 'cost'>): boolean => cost.ms > costlyRenderMs;

/**
 * Runs work that stores and renders costly images before quota is consumed, with as many of the month's failed mints
 * reserved. They stay consumed when an image cannot be rendered; otherwise one unit of quota would let a caller store
 * failing images without limit.
 *
 * @throws QUOTA_EXCEEDED, before the work begins, when too many mints of the month have failed; what `work` throws
 */
export const withFailuresReserved = async (
  ports: Pick<Ports, 'budgets:consume'>,
  runtime: Runtime,
  caller: AccountRecord,
  images: readonly Pick<CostlyUrl, 'cost'>[],
  work: () => Promise<unknown>,
): Promise<void> => {
  const costly = images.filter(isCostly).length;
  const [budgets, budget] = [ports['budgets:consume'], failedMints(caller, runtime)];
  if (costly > 0 && !(await budgets.consume(budget, costly))) {
    const { limit, endsAt: retryAt } = budget;
    const detail = `${formatThousands(limit)} expensive images could not be rendered this month, which is the limit of the plan. Mint simpler images, or wait for the next month.`;
    throw new ServiceError('QUOTA_EXCEEDED', [{ unit: 'mint', limit }], { retryAt, detail });
  }
  // if the release fails, only the limit is lower; the work is done
  const release = () => costly > 0 && budgets.release(budget, costly).catch(() => undefined);
  try {
    await work();
  } catch (error) {
    const isRefused = isServiceError(error) && error.code === 'INVALID_VARIABLES';
    if (!isRefused) await release();
    throw error;
  }
  await release();
};

/** Timeout of the request to the image host in milliseconds, for a cold start and a whole render. */
const verifyMs = 12_000;

/**
 * Requests a costly image from the image host before its mint is charged, and rejects the mint if the image cannot be
 * rendered. A rendered image is stored by the time the URL is returned. If the outcome is unknown after the whole wait,
 * the mint is not rejected.
 *
 * @param leftMs milliseconds left for this
 * @throws INVALID_VARIABLES naming the most expensive part of the image, or that too little time was left
 */
export const verifyCostlyImage = async (
  ports: Pick<Ports, 'images:request'>,
  runtime: Pick<Runtime, 'log' | 'count'>,
  { url, cost }: CostlyUrl,
  leftMs = verifyMs,
): Promise<void> => {
  if (!isCostly({ cost })) return;
  runtime.count({ CostlyMints: 1 });
  const outcome = await ports['images:request'].request(url, Math.min(verifyMs, leftMs)).catch((cause: unknown) => {
    runtime.log('warn', 'costly image not verified', { cause });
    return 'unknown';
  });
  const mostly = `mostly for ${cost.mostly}`;
  if (outcome === 'failed')
    throw failWithDetail('INVALID_VARIABLES', `This image cannot be rendered in the time an image has, ${mostly}.`);
  if (outcome === 'unknown' && leftMs < verifyMs)
    throw failWithDetail(
      'INVALID_VARIABLES',
      `This image takes too long to render for a batch, ${mostly}; mint it alone.`,
    );
};
