import { LRUCache } from 'lru-cache';
import { sha256Hex } from '../core/hash.ts';
import type { RenderPlan } from '../core/template/render-plan/render-plan.ts';
import { packRenderPlan, unpackRenderPlan } from '../core/template/render-plan/stored-render-plan.ts';
import type { Adapter } from './connect.ts';
import { getObject, putObject } from './s3.ts';

/* Code, render plans, pinned images and fonts: each object is named by the hash of its bytes and never changes. */
const codeKey = (hash: string): string => `code/${hash}`;
const renderPlanKey = (hash: string): string => `render-plans/${hash}`;
const fontKey = (hash: string): string => `fonts/${hash}`;
const pinnedKey = (hash: string): string => `pinned/${hash}`;

export const s3SourceReader: Adapter<'sources:read'> = ({ SOURCES_BUCKET }) => ({
  async code(hash) {
    const object = await getObject(SOURCES_BUCKET, codeKey(hash));
    if (!object || sha256Hex(object.bytes) !== hash) throw new Error(`The code ${hash} is missing or damaged.`);
    return Buffer.from(object.bytes).toString('utf8');
  },
});

export const s3SourceWriter: Adapter<'sources:write'> = ({ SOURCES_BUCKET }) => ({
  async put(code, renderPlan) {
    const renderPlanText = packRenderPlan(renderPlan);
    const [codeHash, renderPlanHash] = [sha256Hex(code), sha256Hex(renderPlanText)];
    await Promise.all([
      putObject(SOURCES_BUCKET, codeKey(codeHash), code, 'text/plain; charset=utf-8'),
      putObject(SOURCES_BUCKET, renderPlanKey(renderPlanHash), renderPlanText, 'application/json'),
    ]);
    return { codeHash, renderPlanHash };
  },
});

/** Render plans a process keeps, each at most about 200 KB. */
const keptRenderPlans = 200;

export const s3RenderPlanReader: Adapter<'renderPlans:read'> = ({ SOURCES_BUCKET }) => {
  const kept = new LRUCache<string, RenderPlan>({ max: keptRenderPlans });
  return {
    async find(hash) {
      const known = kept.get(hash);
      if (known) return known;
      const object = await getObject(SOURCES_BUCKET, renderPlanKey(hash));
      const isWhole = object && sha256Hex(object.bytes) === hash;
      const renderPlan = isWhole ? unpackRenderPlan(Buffer.from(object.bytes).toString('utf8')) : undefined;
      if (renderPlan) kept.set(hash, renderPlan);
      return renderPlan;
    },
  };
};

export const s3PinnedImageReader: Adapter<'pinnedImages:read'> = ({ SOURCES_BUCKET }) => ({
  async find(hash) {
    const object = await getObject(SOURCES_BUCKET, pinnedKey(hash));
    return object && sha256Hex(object.bytes) === hash ? object.bytes : undefined;
  },
});

export const s3PinnedImageWriter: Adapter<'pinnedImages:write'> = ({ SOURCES_BUCKET }) => ({
  async put(bytes) {
    const hash = sha256Hex(bytes);
    await putObject(SOURCES_BUCKET, pinnedKey(hash), bytes, 'application/octet-stream');
    return hash;
  },
});

/** Bytes of fonts that a process keeps: drawing processes ask for those they have not drawn with yet. */
const keptFontBytes = 64 << 20;

export const s3FontFileReader: Adapter<'fontFiles:read'> = ({ SOURCES_BUCKET }) => {
  const kept = new LRUCache<string, Uint8Array>({ maxSize: keptFontBytes, sizeCalculation: ({ length }) => length });
  return {
    async read(hash) {
      const known = kept.get(hash);
      if (known) return known;
      const object = await getObject(SOURCES_BUCKET, fontKey(hash));
      if (!object || sha256Hex(object.bytes) !== hash) throw new Error(`The font ${hash} is missing or damaged.`);
      kept.set(hash, object.bytes);
      return object.bytes;
    },
  };
};

export const s3FontFileWriter: Adapter<'fontFiles:write'> = ({ SOURCES_BUCKET }) => ({
  async put(bytes) {
    const hash = sha256Hex(bytes);
    await putObject(SOURCES_BUCKET, fontKey(hash), bytes, 'font/sfnt');
    return hash;
  },
});
