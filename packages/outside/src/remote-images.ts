import { limits } from 'image-url-contract/limits.ts';
import { getImageKind } from 'image-url-engine/images.ts';
import { imagePorts, isLoopback } from 'image-url-engine/trees.ts';
import { isLoopbackAddress, isPublicAddress } from './addresses.ts';
import { type AddressRule, type Resolve, resolveLocalName, resolveName } from './connector.ts';
import type { FetchWatch, RemoteImages } from './fetcher.ts';
import { type GuardedAnswer, guardedRequest, readBody } from './guarded-request.ts';
import { getPort } from './image-url.ts';
import { overBudget, Refusal } from './refusal.ts';

const fetchLimits = { deadlineMs: 5_000, redirects: 3, bodyBytes: limits.fetchedImageBytes as number };

export interface RemoteImageSettings {
  /**
   * Whether URLs with a loopback name (`localhost`, `127.0.0.1`, `[::1]`) are fetched from this machine, at any port.
   * Their redirects keep the port or lead to public addresses, and no public address leads back.
   *
   * @default false
   */
  readonly hasLoopback?: boolean;
  /** Addresses that may be connected to. @default isPublicAddress */
  readonly allow?: AddressRule;
  /** Allowed ports. @default imagePorts */
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
 * Fetches images from untrusted addresses: from the public internet and, with `hasLoopback`, from this machine. Never
 * rejects: a failure is returned with its reason.
 */
export const remoteImages = (settings: RemoteImageSettings = {}) => {
  const { hasLoopback = false, allow = isPublicAddress, ports = imagePorts } = settings;
  const { resolve = hasLoopback ? resolveLocalName : resolveName } = settings;
  const { bodyBytes, ...ending } = { ...fetchLimits, ...settings.limits };

  return {
    async fetch(address: string, watch?: FetchWatch): ReturnType<RemoteImages['fetch']> {
      const given = hasLoopback ? URL.parse(address) : null;
      const localPorts = given && isLoopback(given) ? [getPort(given)] : [];
      let isLocal = localPorts.length > 0;
      const isAllowed: AddressRule = (ip, port) => (isLocal ? isLoopbackAddress(ip) : allow(ip, port));
      const checkHop = async (url: URL): Promise<void> => {
        // stays false after a hop to another machine
        isLocal &&= isLoopback(url);
        if (!isLocal && !ports.includes(getPort(url))) throw new Refusal('port not allowed');
        if (watch && !(await watch.checkAdmission(url.hostname))) throw new Refusal(overBudget);
      };
      const request = { headers, ports: [...ports, ...localPorts], isAllowed, resolve, ...ending, checkHop };
      const fetched = await guardedRequest(address, request, (answer) => readImage(answer, bodyBytes, watch));
      return fetched.ok ? { ok: true, bytes: fetched.value } : fetched;
    },
  };
};
