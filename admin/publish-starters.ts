import type { StageEngine } from 'image-url-engine/engine.ts';
import { sha256Hex } from 'image-url-engine/values.ts';
import { starterOwner } from '../lambdas/access/ownership.ts';
import { getTemplateFonts, type TemplateFontPorts } from '../lambdas/fonts/template-fonts.ts';
import type { Ports } from '../lambdas/ports/ports.ts';
import type { TemplateRecord } from '../lambdas/ports/records.ts';
import type { Runtime } from '../lambdas/ports/runtime.ts';
import { compileOrFail } from '../lambdas/templates/compile-template.ts';
import { saveCode } from '../lambdas/templates/save-code.ts';
import { isCurrent } from './recompile-templates.ts';
import type { AdminStore } from './store.ts';

/** A starter template of the repository. */
export interface Starter {
  /** Never changes, because published URLs contain it. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly code: string;
}

type PublishPorts = Pick<Ports, 'renderPlans:read' | 'sources:write' | 'trees:write'> & TemplateFontPorts;

const isUpToDate = async (
  ports: Pick<Ports, 'renderPlans:read'>,
  stage: StageEngine,
  known: TemplateRecord | undefined,
  { name, description, code }: Starter,
): Promise<boolean> => {
  if (known?.codeHash !== sha256Hex(code) || known.name !== name || known.description !== description) return false;
  // starters belong to the service, so they use the stage's default engine
  return known.options.engine === stage.defaultEngine && isCurrent(ports, known);
};

const publish = async (
  ports: PublishPorts,
  store: AdminStore,
  runtime: Runtime,
  known: TemplateRecord | undefined,
  { id, name, description, code }: Starter,
): Promise<void> => {
  const now = runtime.now();
  const owner = { templateId: id, ownerId: starterOwner };
  const fonts = await getTemplateFonts(ports, starterOwner, { hasCustom: false });
  const saved = await saveCode(ports, runtime, owner, code, await compileOrFail(code, { ...runtime, fonts }));
  const isNewCode = known !== undefined && known.codeHash !== saved.codeHash;
  const version = (known?.version ?? 1) + (isNewCode ? 1 : 0);
  if (isNewCode) await store.storeVersion(known);
  const owned = { ownerId: starterOwner, isPublic: true, createdAt: known?.createdAt ?? now, updatedAt: now };
  const versionCreatedAt = known && !isNewCode ? known.versionCreatedAt : now;
  await store.putTemplate({ templateId: id, ...owned, name, description, version, versionCreatedAt, ...saved });
};

/**
 * Publishes the starter templates. Compiles only those that are new, whose code, name, description or engine changed,
 * or whose render plan is missing.
 */
export const publishStarters = async (
  ports: PublishPorts,
  store: AdminStore,
  runtime: Runtime,
  starters: readonly Starter[],
): Promise<{ published: string[]; unchanged: string[] }> => {
  const outcome = { published: [] as string[], unchanged: [] as string[] };
  // the newest is listed first, so the first starter is published last
  for (const starter of starters.toReversed()) {
    const known = await store.template(starter.id);
    const isSame = await isUpToDate(ports, runtime, known, starter);
    outcome[isSame ? 'unchanged' : 'published'].push(starter.id);
    if (!isSame) await publish(ports, store, runtime, known, starter);
  }
  return outcome;
};
