import { limits } from 'image-url-contract/limits.ts';
import { decodePage } from 'image-url-contract/sites/decode-page.ts';
import { type PageTags, readPageTags } from 'image-url-contract/sites/page-tags.ts';
import { isLoopbackAddress, isPublicAddress } from './addresses.ts';
import { type Resolve, resolveName } from './connector.ts';
import type { FetchWatch } from './fetcher.ts';
import { type GuardedAnswer, guardedRequest, readBody } from './guarded-request.ts';
import { overBudget, Refusal } from './refusal.ts';

const headers = {
  accept: 'text/html',
  'user-agent': 'image-url-service/1.0 (site images)',
};
const fetchLimits = { deadlineMs: 3_000, redirects: 3 };

export interface PageSettings {
  /** Whether pages of this machine may be read, at any port. @default false */
  readonly hasLoopback?: boolean;
  /** @default resolveName */
  readonly resolve?: Resolve;
  /** @default 3,000 milliseconds */
  readonly deadlineMs?: number;
}

const readPage = async (answer: GuardedAnswer, watch?: FetchWatch): Promise<PageTags> => {
  const { status, headers: answered } = answer;
  if (status !== 200) throw new Refusal(`HTTP ${status}`);
  const contentType = String(answered['content-type'] ?? '');
  if (!/^text\/html\s*(;|$)/i.test(contentType)) throw new Refusal('not a page');
  const bytes = await readBody(answer, { mostBytes: limits.sitePageBytes, isCut: true, countBytes: watch?.countBytes });
  return readPageTags(decodePage(bytes, contentType));
};

/** Fetches pages of untrusted origins, from the public internet and only by HTTPS on port 443. Never rejects. */
export const pages = ({ hasLoopback = false, resolve = resolveName, deadlineMs }: PageSettings = {}) => ({
  async fetch(address: string, watch?: FetchWatch) {
    const url = new URL(address);
    const isLocal = hasLoopback && url.protocol === 'http:';
    const checkHop = async (hop: URL): Promise<void> => {
      if (hop.origin !== url.origin) throw new Refusal('redirected elsewhere');
      if (watch && !(await watch.checkAdmission(hop.hostname))) throw new Refusal(overBudget);
    };
    const fetched = await guardedRequest(
      address,
      {
        headers,
        ports: isLocal ? [Number(url.port)] : [443],
        isAllowed: isLocal ? isLoopbackAddress : isPublicAddress,
        resolve,
        ...fetchLimits,
        ...(deadlineMs !== undefined && { deadlineMs }),
        checkHop,
      },
      (answer) => readPage(answer, watch),
    );
    return fetched.ok ? { ok: true as const, tags: fetched.value } : fetched;
  },
});
