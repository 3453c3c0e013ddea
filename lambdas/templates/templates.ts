import { fail } from 'image-url-contract/errors.ts';
import { sha256Hex } from 'image-url-engine/values.ts';
import { requireOwn, requireUsable } from '../access/ownership.ts';
import { getTemplateFonts } from '../fonts/template-fonts.ts';
import { countTrial, releaseTemplate, whileCountingTemplate } from '../limits/budgets.ts';
import type { UseCase } from '../ports/use-case.ts';
import { withVariables } from '../publishing/render-plan.ts';
import { compileOrFail } from './compile-template.ts';
import { newTemplateId, requireVersion, saveNewTemplate, saveOwnCode } from './save-code.ts';
import { toSavedResponse, toTemplateResponse } from './template-response.ts';

/**
 * Creates a template of the caller's account.
 *
 * @throws TOO_MANY_TRIALS, COMPILE_ERROR, TOO_MANY_TEMPLATES, STORAGE_QUOTA_EXCEEDED
 */
export const createTemplate: UseCase<'createTemplate'> = async (ports, runtime, { caller, body }) => {
  const { name, description = '', code } = body;
  const templateId = newTemplateId(runtime.randomBytes);
  const made = runtime.keyed?.isRepeated && (await ports['templates:create'].find(templateId, caller.accountId));
  if (made) return toSavedResponse(ports, runtime, made);
  await countTrial(ports, runtime, caller);
  const fonts = await getTemplateFonts(ports, caller.accountId);
  const compiled = await compileOrFail(code, { ...runtime, fonts });
  const named = { templateId, name, description };
  return whileCountingTemplate(ports, runtime, caller, async () =>
    toSavedResponse(ports, runtime, await saveNewTemplate(ports, runtime, caller, named, code, compiled)),
  );
};

/** Returns a template with its code. @throws TEMPLATE_NOT_FOUND */
export const getTemplate: UseCase<'getTemplate'> = async (ports, runtime, { caller, templates, path }) => {
  const found = requireUsable(templates.get(path.templateId), caller);
  const template = await withVariables(ports, runtime, found);
  const code = await ports['sources:read'].code(template.ownerId, template.codeHash);
  return { template: { ...toTemplateResponse(template), code } };
};

/**
 * Updates a template of the caller's account.
 *
 * @throws TEMPLATE_NOT_FOUND, TOO_MANY_TRIALS, COMPILE_ERROR, TOO_MANY_VERSIONS, STORAGE_QUOTA_EXCEEDED
 */
export const updateTemplate: UseCase<'updateTemplate'> = async (ports, runtime, { caller, templates, path, body }) => {
  const { name, description, code } = body;
  const now = runtime.now();
  const { accountId } = caller;
  const template = requireOwn(templates.get(path.templateId), caller);
  const defaultEngine = template.options.engine;
  const compile = async (source: string) => {
    await countTrial(ports, runtime, caller);
    return compileOrFail(source, { ...runtime, defaultEngine, fonts: await getTemplateFonts(ports, accountId) });
  };
  const compiled = code === undefined ? undefined : await compile(code);

  if (code !== undefined && sha256Hex(code) !== template.codeHash) requireVersion(template);
  const saved =
    compiled && code !== undefined ? await saveOwnCode(ports, runtime, caller, template, code, compiled) : undefined;
  const change = {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    // unchanged code is compiled again, but creates no new version
    ...(saved && { compiled: saved }),
  };
  const updated = await ports['templates:update'].update(template, change, now);
  if (!updated) throw fail('TEMPLATE_NOT_FOUND');
  return toSavedResponse(ports, runtime, updated);
};

/**
 * Deletes a template of the caller's account permanently. Published URLs do not change, because their trees are stored
 * separately.
 *
 * @throws TEMPLATE_NOT_FOUND
 */
export const deleteTemplate: UseCase<'deleteTemplate'> = async (ports, runtime, { caller, templates, path }) => {
  const { templateId } = requireOwn(templates.get(path.templateId), caller);
  await runtime.beginAct({ accountId: caller.accountId, subject: templateId });
  const deleted = await ports['templates:delete'].delete(templateId, caller.accountId);
  if (!deleted) throw fail('TEMPLATE_NOT_FOUND');
  // of several concurrent deletions only the first one releases the budget
  if (deleted.isFirst) await releaseTemplate(ports, runtime, caller);
  try {
    await ports['templates:delete'].deleteVersions(templateId);
  } catch (error) {
    // unreachable without their template
    runtime.log('error', 'versions of a deleted template were left behind', { templateId, cause: error });
  }
  return { templateId };
};
