import { isServiceError } from 'image-url-contract/errors.ts';
import { engines } from 'image-url-engine/engine.ts';
import { getTemplateFonts, type TemplateFontPorts } from '../lambdas/fonts/template-fonts.ts';
import type { Ports } from '../lambdas/ports/ports.ts';
import type { TemplateRecord, VersionRecord, Walked } from '../lambdas/ports/records.ts';
import type { Runtime } from '../lambdas/ports/runtime.ts';
import { compileOrFail } from '../lambdas/templates/compile-template.ts';
import { saveCode, toRecordedFields } from '../lambdas/templates/save-code.ts';
import type { AdminStore } from './store.ts';

type RecompilePorts = Pick<Ports, 'sources:read' | 'sources:write' | 'renderPlans:read' | 'trees:write'> &
  TemplateFontPorts;

export interface Recompilation {
  readonly recompiled: readonly string[];
  /** Number of templates and versions that were up to date. */
  readonly current: number;
  /** Templates and versions that could not be recompiled, with the reason. */
  readonly failed: readonly { readonly templateId: string; readonly problem: string }[];
}

/** Returns whether a template has a render plan in the current format and a preview for the installed engine. */
export const isCurrent = async (ports: Pick<Ports, 'renderPlans:read'>, template: TemplateRecord): Promise<boolean> =>
  template.renderPlanHash !== undefined &&
  template.preview?.rv.startsWith(`${engines[template.options.engine].id}-`) === true &&
  (await ports['renderPlans:read'].find(template.ownerId, template.renderPlanHash)) !== undefined;

const recompile = async (
  ports: RecompilePorts,
  store: AdminStore,
  runtime: Runtime,
  template: TemplateRecord,
): Promise<void> => {
  const { codeHash, ownerId } = template;
  const code = await ports['sources:read'].code(ownerId, codeHash);
  const defaultEngine = template.options.engine;
  const circumstances = { ...runtime, defaultEngine, fonts: await getTemplateFonts(ports, ownerId) };
  const saved = await saveCode(ports, runtime, template, code, await compileOrFail(code, circumstances));
  // false if the owner has saved, and thereby compiled, other code meanwhile
  await store.replaceCompiled(template, saved);
};

/** Recompiles an earlier version. Only its render plan is replaced: earlier versions have no preview. */
const recompileVersion = async (
  ports: RecompilePorts,
  store: AdminStore,
  runtime: Runtime,
  ownerId: string,
  version: VersionRecord,
): Promise<void> => {
  const code = await ports['sources:read'].code(ownerId, version.codeHash);
  const defaultEngine = version.options.engine;
  const fonts = await getTemplateFonts(ports, ownerId);
  const { renderPlan } = await compileOrFail(code, { ...runtime, defaultEngine, fonts });
  const { renderPlanHash } = await ports['sources:write'].put(ownerId, code, renderPlan);
  await store.replaceVersion({ ...version, ...toRecordedFields(renderPlan), renderPlanHash });
};

/**
 * Recompiles templates and earlier versions whose render plan is missing, damaged, in another format or for another
 * engine. Code and version numbers do not change, nor do images of published URLs, which have their own trees.
 *
 * @param all recompiles every template and version
 */
export const recompileTemplates = async (
  ports: RecompilePorts,
  store: AdminStore,
  runtime: Runtime,
  { all = false }: { readonly all?: boolean } = {},
): Promise<Recompilation> => {
  const outcome = { recompiled: [] as string[], current: 0, failed: [] as Recompilation['failed'][number][] };
  /** @param mend recompiles a record if necessary, and returns whether it was */
  const visit = async <T>(walked: Walked<T>, mend: (record: T) => Promise<boolean>) => {
    const { id: templateId } = walked;
    try {
      if ('problem' in walked) outcome.failed.push({ templateId, problem: String(walked.problem) });
      else if (await mend(walked.record)) outcome.recompiled.push(templateId);
      else outcome.current += 1;
    } catch (error) {
      if (!isServiceError(error)) runtime.log('error', 'template not recompiled', { templateId, cause: error });
      outcome.failed.push({ templateId, problem: error instanceof Error ? error.message : String(error) });
    }
  };
  for await (const walked of store.templates())
    await visit(walked, async (template) => {
      if (!all && (await isCurrent(ports, template))) return false;
      await recompile(ports, store, runtime, template);
      return true;
    });
  for await (const walked of store.versions())
    await visit(walked, async (version) => {
      const template = await store.template(version.templateId);
      if (!template) throw new Error(`The template ${version.templateId} is gone.`);
      const { ownerId } = template;
      if (!all && version.renderPlanHash && (await ports['renderPlans:read'].find(ownerId, version.renderPlanHash)))
        return false;
      await recompileVersion(ports, store, runtime, ownerId, version);
      return true;
    });
  return outcome;
};
