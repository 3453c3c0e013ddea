import { whileCountingTemplate } from '../limits/budgets.ts';
import type { Runtime } from '../ports/runtime.ts';
import type { Answer, Call, WorkPorts } from '../ports/use-case.ts';
import { newTemplateId, saveNewTemplate } from '../templates/save-code.ts';
import { checkAdmission, openAuthorSession, startRun, waitForFirstAnswer, withReservedUnit } from './author-session.ts';
import { nameFromPrompt } from './generated-code.ts';
import { openProgress, type Report } from './progress.ts';
import { getPrompt } from './prompts.ts';
import { writeTemplate } from './write-template.ts';

/**
 * Generates templates with the model. Items run in parallel, and each reports its own error.
 *
 * @param signal fires when the time for generating and rendering is used up. @default after 150 s
 * @returns when the model has answered for one item, or after 10 s; `body` resolves later and never rejects
 * @throws SUBSCRIPTION_REQUIRED, AI_NOT_CONFIGURED, QUOTA_EXCEEDED, TOO_MANY_FAILED_GENERATIONS for the whole call
 */
export const generateTemplates = async (
  ports: WorkPorts<'generateTemplates'>,
  runtime: Runtime,
  { caller, body: { items } }: Call<'generateTemplates'>,
  signal?: AbortSignal,
): Promise<{ readonly body: Promise<Answer<'generateTemplates'>> }> => {
  await checkAdmission(ports, runtime, caller);
  const kinds = { count: items.length, iterations: ports['author:ask'].rounds };
  const progress = await openProgress(ports, runtime, caller.accountId, kinds);
  const session = await openAuthorSession(ports, runtime, caller, progress.signal, signal);
  const runs = items.map((item, n) => {
    const templateId = newTemplateId(runtime.randomBytes);
    const report: Report = (...step) => progress.report(n, ...step);
    return startRun(ports, runtime, report, async (onFirstAnswer) => {
      const find = () => ports['templates:create'].find(templateId, caller.accountId);
      const made = runtime.keyed?.isRepeated && (await find());
      if (made) return { template: made };
      const make = async () => {
        const assignment = { ...item, instructions: getPrompt(item) };
        const written = await writeTemplate(assignment, session, onFirstAnswer, report);
        const named = { templateId, name: nameFromPrompt(item.prompt), description: '' };
        const { code, compiled } = written;
        await progress.beginSaving(n);
        return { template: await saveNewTemplate(ports, runtime, caller, named, code, compiled), written };
      };
      const reservation = runtime.keyed && { ...runtime.keyed.reservation, name: templateId };
      return whileCountingTemplate(ports, runtime, caller, () =>
        withReservedUnit(ports, runtime, caller, { reservation, make, find }),
      );
    });
  });
  const body = Promise.all(runs.map(({ result }) => result)).then(async (results) => {
    await progress.end();
    return { results };
  });
  await waitForFirstAnswer(runs, body);
  return { body };
};
