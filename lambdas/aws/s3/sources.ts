import { LRUCache } from 'lru-cache';
import { sha256Hex } from '../../core/hash.ts';
import type { RenderPlan } from '../../core/template/render-plan/render-plan.ts';
import { packRenderPlan, unpackRenderPlan } from '../../core/template/render-plan/stored-render-plan.ts';
import type { Adapter } from '../connect.ts';
import { getObject, putObject } from './client.ts';

/*
 * Code, render plans, cached remote images and fonts: each object is named by its account and the hash of its bytes, and never
 * changes. No two accounts share one, so that each can be erased with its account (docs/decisions/0341).
 */
export const sourceKinds = ['code', 'render-plans', 'fonts', 'pinned'] as const;
type SourceKind = (typeof sourceKinds)[number];
const getKey = (kind: SourceKind, accountId: string, hash: string): string => `${kind}/${accountId}/${hash}`;

/** An object whose bytes have the hash; undefined for one that is absent or damaged. */
const findSource = async (
  bucket: string,
  kind: SourceKind,
  accountId: string,
  hash: string,
): Promise<Uint8Array | undefined> => {
  const object = await getObject(bucket, getKey(kind, accountId, hash));
  return object && sha256Hex(object.bytes) === hash ? object.bytes : undefined;
};

export const s3SourceReader: Adapter<'sources:read'> = ({ SOURCES_BUCKET }) => ({
  async code(ownerId, hash) {
    const bytes = await findSource(SOURCES_BUCKET, 'code', ownerId, hash);
    if (!bytes) throw new Error(`The code ${hash} is missing or damaged.`);
    return Buffer.from(bytes).toString('utf8');
  },
});

export const s3SourceWriter: Adapter<'sources:write'> = ({ SOURCES_BUCKET }) => ({
  async put(ownerId, code, renderPlan) {
    const renderPlanText = packRenderPlan(renderPlan);
    const [codeHash, renderPlanHash] = [sha256Hex(code), sha256Hex(renderPlanText)];
    await Promise.all([
      putObject(SOURCES_BUCKET, getKey('code', ownerId, codeHash), code, 'text/plain; charset=utf-8'),
      putObject(SOURCES_BUCKET, getKey('render-plans', ownerId, renderPlanHash), renderPlanText, 'application/json'),
    ]);
    return { codeHash, renderPlanHash };
  },
});

/** Render plans a process keeps, each at most about 200 KB. */
const cachedRenderPlans = 200;

export const s3RenderPlanReader: Adapter<'renderPlans:read'> = ({ SOURCES_BUCKET }) => {
  const cached = new LRUCache<string, RenderPlan>({ max: cachedRenderPlans });
  return {
    async find(ownerId, hash) {
      const known = cached.get(hash);
      if (known) return known;
      const bytes = await findSource(SOURCES_BUCKET, 'render-plans', ownerId, hash);
      const renderPlan = bytes && unpackRenderPlan(Buffer.from(bytes).toString('utf8'));
      if (renderPlan) cached.set(hash, renderPlan);
      return renderPlan;
    },
  };
};

export const s3CachedRemoteImageReader: Adapter<'cachedRemoteImages:read'> = ({ SOURCES_BUCKET }) => ({
  find: (accountId, hash) => findSource(SOURCES_BUCKET, 'pinned', accountId, hash),
});

export const s3CachedRemoteImageWriter: Adapter<'cachedRemoteImages:write'> = ({ SOURCES_BUCKET }) => ({
  async put(accountId, bytes) {
    const hash = sha256Hex(bytes);
    await putObject(SOURCES_BUCKET, getKey('pinned', accountId, hash), bytes, 'application/octet-stream');
    return hash;
  },
});

/** Bytes of fonts that a process keeps: render workers ask for those they have not rendered with yet. */
const cachedFontBytes = 64 << 20;

export const s3FontFileReader: Adapter<'fontFiles:read'> = ({ SOURCES_BUCKET }) => {
  const cached = new LRUCache<string, Uint8Array>({
    maxSize: cachedFontBytes,
    sizeCalculation: ({ length }) => length,
  });
  return {
    async read(accountId, hash) {
      const known = cached.get(hash);
      if (known) return known;
      const bytes = await findSource(SOURCES_BUCKET, 'fonts', accountId, hash);
      if (!bytes) throw new Error(`The font ${hash} is missing or damaged.`);
      cached.set(hash, bytes);
      return bytes;
    },
  };
};

export const s3FontFileWriter: Adapter<'fontFiles:write'> = ({ SOURCES_BUCKET }) => ({
  async put(accountId, bytes) {
    const hash = sha256Hex(bytes);
    await putObject(SOURCES_BUCKET, getKey('fonts', accountId, hash), bytes, 'font/sfnt');
    return hash;
  },
});
