import type { MintRequest } from 'image-url-contract/schemas/mint.ts';
import type { Ports } from '../ports/ports.ts';
import type { AccountRecord } from '../ports/records.ts';
import type { Runtime } from '../ports/runtime.ts';

/**
 * Queues the minted URLs whose requests set `prewarm`. The units are consumed, so an error is logged and counted but
 * does not fail the mint.
 */
export const orderPrewarms = async (
  ports: Pick<Ports, 'prewarms:order'>,
  runtime: Pick<Runtime, 'log' | 'count'>,
  { accountId }: AccountRecord,
  urls: readonly { readonly url: string }[],
  requests: readonly Pick<MintRequest, 'prewarm'>[],
): Promise<void> => {
  const wanted = [...new Set(urls.flatMap(({ url }, n) => (requests[n]?.prewarm === true ? [url] : [])))];
  if (wanted.length === 0) return;
  try {
    await ports['prewarms:order'].order(wanted, accountId);
  } catch (cause) {
    runtime.log('error', 'images not ordered to be rendered', { accountId, images: wanted.length, cause });
    runtime.count({ FailedPrewarms: wanted.length });
  }
};
