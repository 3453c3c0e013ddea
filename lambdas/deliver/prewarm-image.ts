import { readOnDemandUrl, splitPath } from 'image-url-contract/signing/on-demand-url.ts';
import { readSigningKeyId } from 'image-url-contract/signing/signing-secret.ts';
import type { PortsOf } from '../ports/ports.ts';
import type { Runtime } from '../ports/runtime.ts';

/** Timeout of the request to the image host, in milliseconds; longer than any render. */
const withinMs = 50_000;

/** Returns what may be logged of a URL: no signature and no variables. */
const describeUrl = (url: string): Readonly<Record<string, unknown>> => {
  const { pathname, searchParams } = new URL(url);
  const split = splitPath(pathname);
  if (split) return { templateId: readOnDemandUrl(split)?.templateId, uid: readSigningKeyId(split.key)?.accountId };
  return Object.fromEntries(['templateId', 'uid', 'rv'].map((name) => [name, searchParams.get(name)]));
};

/**
 * Requests the image of a minted URL, so that it is rendered and stored before a client requests it.
 *
 * @throws Error when the outcome is unknown, so that the queue delivers the message again
 */
export const prewarmImage = async (ports: PortsOf<'prewarmImage'>, runtime: Runtime, url: string): Promise<void> => {
  let outcome = 'unknown';
  let cause: unknown;
  try {
    outcome = await ports['images:request'].request(url, withinMs);
  } catch (error) {
    cause = error;
  }
  if (outcome === 'rendered') return runtime.count({ Prewarms: 1 });
  runtime.log('error', 'image not prewarmed', { outcome, ...describeUrl(url), ...(cause !== undefined && { cause }) });
  runtime.count({ FailedPrewarms: 1 });
  if (outcome === 'unknown') throw new Error('Nothing is known of the image.', { cause });
};
