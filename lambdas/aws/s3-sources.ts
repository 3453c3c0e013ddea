import { sha256Hex } from '../core/hash.ts';
import type { Plan } from '../core/template/plan/plan.ts';
import { packPlan, unpackPlan } from '../core/template/plan/stored-plan.ts';
import type { Adapter } from './connect.ts';
import { getObject, putObject } from './s3.ts';

/* Code, plans and pinned images: each object is named by the hash of its bytes and never changes. */
const codeKey = (hash: string): string => `code/${hash}`;
const planKey = (hash: string): string => `plans/${hash}`;
const pinnedKey = (hash: string): string => `pinned/${hash}`;

export const s3SourceReader: Adapter<'sources:read'> = ({ SOURCES_BUCKET }) => ({
  async code(hash) {
    const object = await getObject(SOURCES_BUCKET, codeKey(hash));
    if (!object || sha256Hex(object.bytes) !== hash) throw new Error(`The code ${hash} is missing or damaged.`);
    return Buffer.from(object.bytes).toString('utf8');
  },
});

export const s3SourceWriter: Adapter<'sources:write'> = ({ SOURCES_BUCKET }) => ({
  async put(code, plan) {
    const planText = packPlan(plan);
    const [codeHash, planHash] = [sha256Hex(code), sha256Hex(planText)];
    await Promise.all([
      putObject(SOURCES_BUCKET, codeKey(codeHash), code, 'text/plain; charset=utf-8'),
      putObject(SOURCES_BUCKET, planKey(planHash), planText, 'application/json'),
    ]);
    return { codeHash, planHash };
  },
});

/** Plans a process keeps; the oldest goes first. A plan is at most about 200 KB. */
const keptPlans = 200;

export const s3PlanReader: Adapter<'plans:read'> = ({ SOURCES_BUCKET }) => {
  const kept = new Map<string, Plan>();
  return {
    async find(hash) {
      const known = kept.get(hash);
      if (known) return known;
      const object = await getObject(SOURCES_BUCKET, planKey(hash));
      const isWhole = object && sha256Hex(object.bytes) === hash;
      const plan = isWhole ? unpackPlan(Buffer.from(object.bytes).toString('utf8')) : undefined;
      if (plan) kept.set(hash, plan);
      const [oldest] = kept.keys();
      if (oldest && kept.size > keptPlans) kept.delete(oldest);
      return plan;
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
