import { failSaying } from '../../contract/errors.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Runtime } from '../../ports/runtime.ts';
import type { PreparedUrl } from './prepare-url.ts';

/** Estimated render time above which an image is rendered before its mint is charged, in milliseconds of one core. */
export const costlyMs = 1_000;
/** Returns whether an image has to be rendered before its mint is charged. */
export const isCostly = ({ cost }: Pick<PreparedUrl, 'cost'>): boolean => cost.ms > costlyMs;
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
  ports: Pick<Ports, 'images:request'>,
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
