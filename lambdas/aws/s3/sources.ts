import { LRUCache } from 'lru-cache';
import type { EnvironmentOf } from '../../config/capabilities.ts';
import { sha256Hex } from '../../core/hash.ts';
import { packRenderPlan, type RenderPlan, unpackRenderPlan } from '../../core/template/render-plan/render-plan.ts';
import { getObject, putObject } from './client.ts';

/*
 * Code, render plans, cached remote images and fonts. Each object is named by its account and the hash of its bytes,
 * and never changes. Accounts share no objects, so that each can be erased with its account (docs/decisions/0341).
 */
export const sourceKinds = ['code', 'render-plans', 'fonts', 'pinned'] as const;
type SourceKind = (typeof sourceKinds)[number];
const getKey = (kind: SourceKind, accountId: string, hash: string): string => `${kind}/${accountId}/${hash}`;

/** Returns an object whose bytes have the hash; undefined if it is missing or damaged. */
const findSource = async (
  bucket: string,
  kind: SourceKind,
  accountId: string,
  hash: string,
): Promise<Uint8Array | undefined> => {
  const object = await getObject(bucket, getKey(kind, accountId, hash));
  return object && sha256Hex(object.bytes) === hash ? object.bytes : undefined;
};

export const s3SourceReader = ({ SOURCES_BUCKET }: EnvironmentOf<'sources:read'>) => ({
  async code(ownerId: string, hash: string): Promise<string> {
    const bytes = await findSource(SOURCES_BUCKET, 'code', ownerId, hash);
    if (!bytes) throw new Error(`The code ${hash} is missing or damaged.`);
    return Buffer.from(bytes).toString('utf8');
  },
});

export const s3SourceWriter = ({ SOURCES_BUCKET }: EnvironmentOf<'sources:write'>) => ({
  /** Stores both. @returns their names: SHA-256 of the bytes, in hex */
  async put(
    ownerId: string,
    code: string,
    renderPlan: RenderPlan,
  ): Promise<{ readonly codeHash: string; readonly renderPlanHash: string }> {
    const renderPlanText = packRenderPlan(renderPlan);
    const [codeHash, renderPlanHash] = [sha256Hex(code), sha256Hex(renderPlanText)];
    await Promise.all([
      putObject(SOURCES_BUCKET, getKey('code', ownerId, codeHash), code, 'text/plain; charset=utf-8'),
      putObject(SOURCES_BUCKET, getKey('render-plans', ownerId, renderPlanHash), renderPlanText, 'application/json'),
    ]);
    return { codeHash, renderPlanHash };
  },
});

/** Number of render plans that a process caches, each at most about 200 KB. */
const cachedRenderPlans = 200;

export const s3RenderPlanReader = ({ SOURCES_BUCKET }: EnvironmentOf<'renderPlans:read'>) => {
  const cached = new LRUCache<string, RenderPlan>({ max: cachedRenderPlans });
  return {
    /** Returns a render plan whose bytes have the hash; undefined if it is missing, damaged or of an unknown format. */
    async find(ownerId: string, hash: string): Promise<RenderPlan | undefined> {
      const known = cached.get(hash);
      if (known) return known;
      const bytes = await findSource(SOURCES_BUCKET, 'render-plans', ownerId, hash);
      const renderPlan = bytes && unpackRenderPlan(Buffer.from(bytes).toString('utf8'));
      if (renderPlan) cached.set(hash, renderPlan);
      return renderPlan;
    },
  };
};

export const s3CachedRemoteImageReader = ({ SOURCES_BUCKET }: EnvironmentOf<'cachedRemoteImages:read'>) => ({
  find: (accountId: string, hash: string): Promise<Uint8Array | undefined> =>
    findSource(SOURCES_BUCKET, 'pinned', accountId, hash),
});

/** Returns a port that stores bytes of one kind and returns their hash, which names them. */
const createWriter = (bucket: string, kind: SourceKind, contentType: string) => ({
  async put(accountId: string, bytes: Uint8Array): Promise<string> {
    const hash = sha256Hex(bytes);
    await putObject(bucket, getKey(kind, accountId, hash), bytes, contentType);
    return hash;
  },
});

export const s3CachedRemoteImageWriter = ({ SOURCES_BUCKET }: EnvironmentOf<'cachedRemoteImages:write'>) =>
  createWriter(SOURCES_BUCKET, 'pinned', 'application/octet-stream');

/** Bytes of fonts that a process caches. Render workers request those they have not used yet. */
const cachedFontBytes = 64 << 20;

export const s3FontFileReader = ({ SOURCES_BUCKET }: EnvironmentOf<'fontFiles:read'>) => {
  const cached = new LRUCache<string, Uint8Array>({
    maxSize: cachedFontBytes,
    sizeCalculation: ({ length }) => length,
  });
  return {
    /**
     * Returns the bytes of a font.
     *
     * @throws Error when they are missing or damaged, because the image would look different without them
     */
    async read(accountId: string, hash: string): Promise<Uint8Array> {
      const known = cached.get(hash);
      if (known) return known;
      const bytes = await findSource(SOURCES_BUCKET, 'fonts', accountId, hash);
      if (!bytes) throw new Error(`The font ${hash} is missing or damaged.`);
      cached.set(hash, bytes);
      return bytes;
    },
  };
};

/** Font files are deleted only with their account, because published URLs need them. */
export const s3FontFileWriter = ({ SOURCES_BUCKET }: EnvironmentOf<'fontFiles:write'>) =>
  createWriter(SOURCES_BUCKET, 'fonts', 'font/sfnt');
