import { getImageKind } from '../contract/image-bytes.ts';
import { limits } from '../contract/limits.ts';
import type { FetchBudget, RemoteImages } from '../ports/images.ts';
import { isPublicAddress } from './addresses.ts';
import { type AddressRule, type Resolve, resolveName } from './connector.ts';
import { type GuardedAnswer, guardedRequest, readBody } from './guarded-request.ts';
import { overBudget, Refusal } from './refusal.ts';

const fetchLimits = { deadlineMs: 5_000, redirects: 3 };

/** Ports of web servers. Other ports of public hosts belong to services that templates must not reach. */
const webPorts: readonly number[] = [80, 443];

export interface RemoteImageSettings {
  /** Addresses that may be connected to. @default isPublicAddress */
  readonly allow?: AddressRule;
  /** Allowed ports. @default webPorts */
  readonly ports?: readonly number[];
  /** @default resolveName */
  readonly resolve?: Resolve;
  /** @default fetchLimits */
  readonly limits?: Partial<typeof fetchLimits>;
}

/** Without cookies, referrer or credentials: requests of all callers look the same. */
const headers = {
  accept: 'image/*',
  'user-agent': 'image-url-service/1.0',
};

/** Budget of a fetch that shares no bytes with others. */
const unlimited: FetchBudget = { grow: () => true, lost: new AbortController().signal };

const readImage = async (answer: GuardedAnswer, budget: FetchBudget): Promise<Uint8Array> => {
  if (answer.status !== 200) throw new Refusal(`HTTP ${answer.status}`);
  const mostBytes = limits.fetchedImageBytes;
  const bytes = new Uint8Array(await readBody(answer, { mostBytes, grow: (size) => budget.grow(size) }));
  // decided by the bytes, not by `Content-Type`: only images leave this function
  if (getImageKind(bytes) === undefined) throw new Refusal('not an image');
  return bytes;
};

/**
 * Fetches images from untrusted addresses, from the public internet only. Never rejects: a failure is returned with its
 * reason.
 */
export const remoteImages = (settings: RemoteImageSettings = {}) => {
  const { allow: isAllowed = isPublicAddress, ports = webPorts, resolve = resolveName } = settings;

  return {
    async fetch(address: string, budget: FetchBudget = unlimited): ReturnType<RemoteImages['fetch']> {
      const checkHop = async ({ hostname }: URL): Promise<void> => {
        if (budget.checkAdmission && !(await budget.checkAdmission(hostname))) throw new Refusal(overBudget);
      };
      const request = {
        headers,
        ports,
        isAllowed,
        resolve,
        ...fetchLimits,
        ...settings.limits,
        signal: budget.lost,
        checkHop,
      };
      const fetched = await guardedRequest(address, request, (answer) => readImage(answer, budget));
      if (fetched.ok) return { ok: true, bytes: fetched.value };
      // the byte budget of the tree aborted this fetch
      const isLost = budget.lost.aborted && fetched.reason === 'timed out';
      return { ok: false, reason: isLost ? 'too large' : fetched.reason };
    },
  };
};
