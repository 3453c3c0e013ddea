import { fail } from 'image-url-contract/errors.ts';
import type { ReviseRequest } from 'image-url-contract/schemas/generate.ts';
import { requireOwn } from '../access/ownership.ts';
import type { TemplateRecord } from '../ports/records.ts';
import type { Runtime } from '../ports/runtime.ts';
import type { Answer, Call, WorkPorts } from '../ports/use-case.ts';
import { withVariables } from '../publishing/render-plan.ts';
import type { CompiledTemplate } from '../templates/compile-template.ts';
import { requireVersion, saveOwnCode } from '../templates/save-code.ts';
import { checkAdmission, openAuthorSession, startRun, waitForFirstAnswer, withReservedUnit } from './author-session.ts';
import { openProgress, type Report } from './progress.ts';
import { getRevisionPrompt } from './prompts.ts';
import { lintAnswer, selectImages } from './try-answer.ts';
import { type Assignment, type AuthorSession, writeTemplate } from './write-template.ts';

/**
 * Returns the assignment for a revision: the code of the template with its diagnostics and images.
 */
const getAssignment = async (
  code: string,
  { variables }: TemplateRecord,
  request: ReviseRequest,
  { circumstances, runSequentially }: AuthorSession,
): Promise<Assignment> => {
  const seen = await runSequentially(async () => {
    const look = await lintAnswer(code, circumstances);
    const { renderPlan, cases, diagnostics } = look;
    return {
      diagnostics,
      images: renderPlan ? await selectImages({ cases }, renderPlan, circumstances) : [],
    };
  });
  const was = { code, variables: variables.map(({ name }) => name) };
  return { prompt: request.prompt, was, instructions: getRevisionPrompt(code, seen.diagnostics, seen.images, request) };
};

/** Returns whether an earlier run of this request created the current version; all runs have the same `now()`. */
const isMadeBy = (runtime: Runtime, { versionCreatedAt }: TemplateRecord): boolean =>
  runtime.keyed?.isRepeated === true && versionCreatedAt.getTime() === runtime.now().getTime();

/** Returns the record of a template as it would be with other code, for a response. */
const withCompiled = (
  { variablesBytes: _, ...template }: TemplateRecord,
  { renderPlan: { variables, seesAll, options }, warnings }: CompiledTemplate,
): TemplateRecord => ({ ...template, variables, seesAll, options, warnings });

/**
 * Revises a template of the caller's account with the model, and saves the result as a new version, or returns it
 * without saving it.
 *
 * @param signal fires when the time for generating and rendering is used up. @default after 150 s
 * @returns when the model has answered, or after 10 s; `body` resolves later and never rejects
 * @throws TEMPLATE_NOT_FOUND, TOO_MANY_VERSIONS, SUBSCRIPTION_REQUIRED, AI_NOT_CONFIGURED, QUOTA_EXCEEDED,
 * TOO_MANY_FAILED_GENERATIONS
 */
export const reviseTemplate = async (
  ports: WorkPorts<'reviseTemplate'>,
  runtime: Runtime,
  { caller, templates, path, body: request }: Call<'reviseTemplate'>,
  signal?: AbortSignal,
): Promise<{ readonly body: Promise<Answer<'reviseTemplate'>> }> => {
  const template = requireOwn(templates.get(path.templateId), caller);
  if (request.save) requireVersion(template);
  await checkAdmission(ports, runtime, caller);
  const defaultEngine = template.options.engine;
  const kinds = { count: 1, iterations: ports['author:ask'].rounds };
  const progress = await openProgress(ports, runtime, caller.accountId, kinds);
  const session = await openAuthorSession(ports, { ...runtime, defaultEngine }, caller, progress.signal, signal);
  const report: Report = (...step) => progress.report(0, ...step);
  const run = startRun(ports, runtime, report, async (onFirstAnswer) => {
    if (isMadeBy(runtime, template)) return { template };
    const make = async () => {
      const code = await ports['sources:read'].code(template.ownerId, template.codeHash);
      const assignment = await getAssignment(code, await withVariables(ports, runtime, template), request, session);
      const written = await writeTemplate(assignment, session, onFirstAnswer, report);
      if (!request.save) return { template: withCompiled(template, written.compiled), written, code: written.code };
      await progress.beginSaving(0);
      const compiled = await saveOwnCode(ports, runtime, caller, template, written.code, written.compiled);
      const updated = await ports['templates:update'].update(template, { compiled }, runtime.now());
      if (!updated) throw fail('TEMPLATE_NOT_FOUND');
      return { template: updated, written };
    };
    // the update itself notices that an earlier run succeeded
    const find = async () => undefined;
    return withReservedUnit(ports, runtime, caller, { reservation: runtime.keyed?.reservation, make, find });
  });
  const body = run.result.then(async (result) => {
    await progress.end();
    return result;
  });
  await waitForFirstAnswer([run], body);
  return { body };
};
