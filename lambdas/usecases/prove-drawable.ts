import { failSaying } from '../contract/errors.ts';
import type { Ports } from '../ports/ports.ts';
import type { Runtime } from '../ports/runtime.ts';
import type { PreparedUrl } from './prepare-url.ts';

/** A picture that is thought to take longer is drawn before it is paid for, in milliseconds of one core. */
export const costlyMs = 1_000;
/** Longest wait for one: a cold start, and all that a drawing may take. */
const proofMs = 12_000;

/**
 * Has a picture that may take more than a drawing has drawn by the image host before its URL is paid for. It is in the
 * object cache then; what cannot be drawn is refused. An image host that says nothing of it in all that time refuses nothing.
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
  if (cost.ms <= costlyMs) return;
  runtime.count({ CostlyMints: 1 });
  const outcome = await ports['images:request'].request(url, Math.min(proofMs, leftMs)).catch((cause: unknown) => {
    runtime.log('warn', 'costly picture not proven', { cause });
    return 'unknown';
  });
  const mostly = `mostly for ${cost.mostly}`;
  if (outcome === 'failed')
    throw failSaying('INVALID_VARIABLES', `This picture cannot be drawn in the time a picture has, ${mostly}.`);
  if (outcome === 'unknown' && leftMs < proofMs)
    throw failSaying('INVALID_VARIABLES', `This picture takes too long to draw for a batch, ${mostly}; mint it alone.`);
};
