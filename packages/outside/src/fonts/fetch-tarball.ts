import { createHash } from 'node:crypto';
import type { IndexedFamily } from 'image-url-engine/fonts.ts';
import { EnvHttpProxyAgent, request } from 'undici';

export interface TarballLimits {
  /** Milliseconds for the whole fetch: connection, headers and the last byte. */
  readonly deadlineMs: number;
  readonly mostBytes: number;
}

/** Why there is no tarball. Contains nothing about the network of the service. */
export type TarballProblem = 'unreachable' | 'timed out' | 'too large' | 'not the indexed one' | `HTTP ${number}`;

/** Returns the URL of a family's package in an npm registry. */
export const getTarballUrl = (source: string, { id, version }: Pick<IndexedFamily, 'id' | 'version'>): string =>
  `${source}${source.endsWith('/') ? '' : '/'}@fontsource/${id}/-/${id}-${version}.tgz`;

const read = async (url: string, mostBytes: number, signal: AbortSignal): Promise<Buffer | TarballProblem> => {
  // honours the proxy variables that npm honours; redirects are not followed
  const dispatcher = new EnvHttpProxyAgent();
  try {
    const headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'image-url-service/1.0 (fonts)' };
    const { statusCode, headers: answered, body } = await request(url, { dispatcher, signal, headers });
    body.on('error', () => undefined);
    if (statusCode !== 200) return `HTTP ${statusCode}`;
    if (Number(answered['content-length'] ?? 0) > mostBytes) return 'too large';
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > mostBytes) return 'too large';
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } finally {
    dispatcher.destroy().catch(() => undefined);
  }
};

/** Fetches a tarball and verifies that its bytes have the hash of the index. Never rejects. */
export const fetchTarball = async (
  url: string,
  integrity: string,
  { deadlineMs, mostBytes }: TarballLimits,
): Promise<
  { readonly ok: true; readonly bytes: Buffer } | { readonly ok: false; readonly problem: TarballProblem }
> => {
  const signal = AbortSignal.timeout(deadlineMs);
  try {
    const bytes = await read(url, mostBytes, signal);
    if (typeof bytes === 'string') return { ok: false, problem: bytes };
    const hash = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
    return hash === integrity ? { ok: true, bytes } : { ok: false, problem: 'not the indexed one' };
  } catch {
    return { ok: false, problem: signal.aborted ? 'timed out' : 'unreachable' };
  }
};
