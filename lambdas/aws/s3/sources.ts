import type { IndexedFamily } from 'image-url-engine/fonts.ts';
import { packRenderPlan, type RenderPlan, unpackRenderPlan } from 'image-url-engine/options.ts';
import { sha256Hex } from 'image-url-engine/values.ts';
import type { FontPackReader, FontPackStore } from 'image-url-outside/fonts/font-packs.ts';
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import type { EnvironmentOf } from '../../config/capabilities.ts';
import { deleteObject, getObject, putObject } from './client.ts';

/*
 * Code, render plans, cached remote images and fonts. Each object is named by its account and the hash of its bytes,
 * and never changes; only the ids of the templates of a set (custom resources) do. Accounts share no objects, so that each can be erased with its account (docs/decisions/0341).
 */
export const sourceKinds = ['code', 'render-plans', 'fonts', 'pinned', 'template-sets'] as const;
type SourceKind = (typeof sourceKinds)[number];
const getKey = (kind: SourceKind, accountId: string, hash: string): string => `${kind}/${accountId}/${hash}`;

/** Returns an object whose bytes have the hash; undefined if it is missing or damaged. */
const findByHash = async (bucket: string, key: string, hash: string): Promise<Uint8Array | undefined> => {
  const object = await getObject(bucket, key);
  return object && sha256Hex(object.bytes) === hash ? object.bytes : undefined;
};

export const s3SourceReader = ({ SOURCES_BUCKET }: EnvironmentOf<'sources:read'>) => ({
  async code(ownerId: string, hash: string): Promise<string> {
    const bytes = await findByHash(SOURCES_BUCKET, getKey('code', ownerId, hash), hash);
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
      const bytes = await findByHash(SOURCES_BUCKET, getKey('render-plans', ownerId, hash), hash);
      const renderPlan = bytes && unpackRenderPlan(Buffer.from(bytes).toString('utf8'));
      if (renderPlan) cached.set(hash, renderPlan);
      return renderPlan;
    },
  };
};

export const s3CachedRemoteImageReader = ({ SOURCES_BUCKET }: EnvironmentOf<'cachedRemoteImages:read'>) => ({
  find: (accountId: string, hash: string): Promise<Uint8Array | undefined> =>
    findByHash(SOURCES_BUCKET, getKey('pinned', accountId, hash), hash),
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

/** Bytes of fonts that a process caches, of each kind. Render workers request those they have not used yet. */
const cachedFontBytes = 64 << 20;

/**
 * Returns a function that returns the bytes of a font by key and hash. It throws an Error when they are missing or
 * damaged, because the image would look different without them.
 */
const createFontReader = (bucket: string) => {
  const cached = new LRUCache<string, Uint8Array>({
    maxSize: cachedFontBytes,
    sizeCalculation: ({ length }) => length,
  });
  return async (key: string, hash: string): Promise<Uint8Array> => {
    const bytes = cached.get(hash) ?? (await findByHash(bucket, key, hash));
    if (!bytes) throw new Error(`The font ${hash} is missing or damaged.`);
    cached.set(hash, bytes);
    return bytes;
  };
};

export const s3FontFileReader = ({ SOURCES_BUCKET }: EnvironmentOf<'fontFiles:read'>) => {
  const read = createFontReader(SOURCES_BUCKET);
  return { read: (accountId: string, hash: string) => read(getKey('fonts', accountId, hash), hash) };
};

/** Font files are deleted only with their account, because published URLs need them. */
export const s3FontFileWriter = ({ SOURCES_BUCKET }: EnvironmentOf<'fontFiles:write'>) =>
  createWriter(SOURCES_BUCKET, 'fonts', 'font/sfnt');

/** Number of pack hashes that a process caches, by family. */
const cachedHashes = 2_000;

/** Packs are public data, so all accounts share one under its hash, and it stays when an account is deleted. */
const getPackKey = (hash: string): string => `packs/${hash}`;
/** Returns the key of the object that names the pack of a family's package. The number is the format's version. */
const getPointerKey = ({ id, version }: IndexedFamily): string => `packs/1/${id}/${version}`;

export const s3FontPackReader = ({ SOURCES_BUCKET }: EnvironmentOf<'fontPacks:read'>): FontPackReader => {
  const read = createFontReader(SOURCES_BUCKET);
  return { read: (hash) => read(getPackKey(hash), hash) };
};

export const s3FontPackStore = ({ SOURCES_BUCKET }: EnvironmentOf<'fontPacks:write'>): FontPackStore => {
  const stored = new LRUCache<string, true>({ max: cachedHashes });
  const byFamily = new LRUCache<string, string>({ max: cachedHashes });
  return {
    async find(family) {
      const key = getPointerKey(family);
      const known = byFamily.get(key);
      if (known !== undefined) return known;
      const object = await getObject(SOURCES_BUCKET, key);
      const hash = object && Buffer.from(object.bytes).toString('latin1');
      if (hash === undefined || !/^[0-9a-f]{64}$/.test(hash)) return undefined;
      byFamily.set(key, hash);
      return hash;
    },
    async put(pack, family) {
      const hash = sha256Hex(pack);
      if (!stored.has(hash)) await putObject(SOURCES_BUCKET, getPackKey(hash), pack, 'application/octet-stream');
      stored.set(hash, true);
      // written after the pack, so that a family that is found can be read
      if (family) {
        await putObject(SOURCES_BUCKET, getPointerKey(family), hash, 'text/plain');
        byFamily.set(getPointerKey(family), hash);
      }
      return hash;
    },
  };
};

/** Assets that the CDK published for templates, in the bucket that a request names. */
export const s3TemplateAssets = () => ({
  /** Returns an asset's bytes. @throws Error when it does not exist */
  async read(bucket: string, key: string): Promise<Uint8Array> {
    const found = await getObject(bucket, key);
    if (!found) throw new Error(`${key} is not in ${bucket}.`);
    return found.bytes;
  },
});

const templateSet = z.record(z.string(), z.object({ templateId: z.string(), codeHash: z.string() }));
/** The templates that a set of the CDK construct has made, by name, with the code that each was given last. */
export type DeployedTemplates = z.output<typeof templateSet>;

export const s3TemplateSets = ({ SOURCES_BUCKET }: EnvironmentOf<'templateSets:write'>) => ({
  /** Returns the templates of a set; none of an unknown one. */
  async read(accountId: string, setId: string): Promise<DeployedTemplates> {
    const object = await getObject(SOURCES_BUCKET, getKey('template-sets', accountId, setId));
    return object ? templateSet.parse(JSON.parse(Buffer.from(object.bytes).toString())) : {};
  },
  async write(accountId: string, setId: string, templates: DeployedTemplates): Promise<void> {
    const text = JSON.stringify(templates);
    await putObject(SOURCES_BUCKET, getKey('template-sets', accountId, setId), text, 'application/json');
  },
  async delete(accountId: string, setId: string): Promise<void> {
    await deleteObject(SOURCES_BUCKET, getKey('template-sets', accountId, setId));
  },
});
