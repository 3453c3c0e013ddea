import { failSaying } from '../../contract/errors.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Runtime } from '../../ports/runtime.ts';
import type { PreparedUrl } from './prepare-url.ts';

/** An image that is thought to take longer is rendered before it is paid for, in milliseconds of one core. */
export const costlyMs = 1_000;
/** Returns whether an image is rendered before its URL is paid for. */
export const isCostly = ({ cost }: Pick<PreparedUrl, 'cost'>): boolean => cost.ms > costlyMs;
/** Longest wait for one: a cold start, and all that a rendering may take. */
const proofMs = 12_000;

/**
 * Has an image that may take more than a rendering has rendered by the image host before its URL is paid for. It is in the
 * object cache then; what cannot be rendered is refused. An image host that says nothing of it in all that time refuses nothing.
 *
 * @param leftMs time there is for it.
 * @throws INVALID_VARIABLES, saying what takes long, or that there was no time left to find out.
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
