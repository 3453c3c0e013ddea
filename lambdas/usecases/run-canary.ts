import { imageKindOf } from '../contract/image-bytes.ts';
import type { PortsOf } from '../ports/ports.ts';
import type { Runtime } from '../ports/runtime.ts';
import type { ServiceAnswer, ServiceClient } from '../ports/service.ts';

/** Looks before the service is taken for broken: one failure may be a packet, two are the service. */
const looks = 2;

export interface CanaryReport {
  /** Whether the canary has a key to look with. */
  readonly isEnrolled: boolean;
  /** What each look that failed found. */
  readonly failures: readonly string[];
}

const bodyOf = ({ bytes }: ServiceAnswer): { readonly url?: unknown; readonly code?: unknown } => {
  try {
    return Object(JSON.parse(Buffer.from(bytes).toString()));
  } catch {
    return {};
  }
};

const refuse = (what: string, answer: ServiceAnswer): Error =>
  new Error(`${what} was ${answer.status} ${bodyOf(answer).code ?? ''} (request ${answer.requestId})`);

/** Mints and fetches a picture that nobody has drawn before. @returns false without a key. */
const look = async (service: ServiceClient, now: Date): Promise<boolean> => {
  const minted = await service.mint({ templateId: 'starter-article', variables: { title: now.toISOString() } });
  if (!minted) return false;
  const { url } = bodyOf(minted);
  if (minted.status !== 200 || typeof url !== 'string' || !URL.canParse(url))
    throw refuse('The answer to a mint', minted);
  const image = await service.fetchImage(url);
  if (image.status !== 200 || imageKindOf(image.bytes) !== 'webp') throw refuse('The answer for an image', image);
  return true;
};

/**
 * Looks at the service as its clients do, and again when that fails. Counts the looks that failed, none as well, so that silence is
 * noticed too; a canary without a key counts nothing.
 *
 * @param pause between two looks.
 */
export const runCanary = async (
  ports: PortsOf<'runCanary'>,
  runtime: Runtime,
  pause: () => Promise<unknown>,
): Promise<CanaryReport> => {
  const failures: string[] = [];
  while (failures.length < looks) {
    if (failures.length > 0) await pause();
    try {
      if (await look(ports['service:call'], runtime.now())) break;
      runtime.log('warn', 'the canary has no key');
      return { isEnrolled: false, failures };
    } catch (cause) {
      // whatever stands between a client and its picture is what a canary is for
      failures.push(cause instanceof Error ? cause.message : String(cause));
      runtime.log('error', 'the canary found the service not working', { cause });
    }
  }
  runtime.count({ CanaryFailures: failures.length });
  return { isEnrolled: true, failures };
};
