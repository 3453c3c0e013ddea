import { getImageKind } from 'image-url-engine/image-bytes.ts';
import { limits } from '../contract/limits.ts';
import type { FetchWatch, RemoteImages } from '../ports/images.ts';
import { isPublicAddress } from './addresses.ts';
import { type AddressRule, type Resolve, resolveName } from './connector.ts';
import { type GuardedAnswer, guardedRequest, readBody } from './guarded-request.ts';
import { overBudget, Refusal } from './refusal.ts';

const fetchLimits = { deadlineMs: 5_000, redirects: 3, bodyBytes: limits.fetchedImageBytes as number };

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

const readImage = async (answer: GuardedAnswer, mostBytes: number, watch?: FetchWatch): Promise<Uint8Array> => {
  if (answer.status !== 200) throw new Refusal(`HTTP ${answer.status}`);
  const bytes = new Uint8Array(await readBody(answer, { mostBytes, countBytes: watch?.countBytes }));
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
  const { bodyBytes, ...ending } = { ...fetchLimits, ...settings.limits };

  return {
    async fetch(address: string, watch?: FetchWatch): ReturnType<RemoteImages['fetch']> {
      const checkHop = async ({ hostname }: URL): Promise<void> => {
        if (watch && !(await watch.checkAdmission(hostname))) throw new Refusal(overBudget);
      };
      const request = { headers, ports, isAllowed, resolve, ...ending, checkHop };
      const fetched = await guardedRequest(address, request, (answer) => readImage(answer, bodyBytes, watch));
      return fetched.ok ? { ok: true, bytes: fetched.value } : fetched;
    },
  };
};
