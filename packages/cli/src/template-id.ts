import { readProject } from './config.ts';
import type { Context } from './context.ts';
import { wrongUse } from './failure.ts';
import { chosenTemplates } from './files.ts';
import { readLock } from './lock-file.ts';

/** What a person calls a template: the path of its file, its name in the lock file, or its id. @returns its id, and its name where it has one here */
export const namedTemplate = async (
  context: Context,
  given: string,
): Promise<{ templateId: string; name?: string }> => {
  const project = readProject(context);
  const entries = Object.entries(await readLock(project));
  const own = entries.find(([name, { templateId }]) => name === given || templateId === given);
  if (own) {
    const [name, { templateId }] = own;
    return { templateId: templateId ?? given, name };
  }
  if (!/[/\\]|\.[a-z]+$/i.test(given)) return { templateId: given };
  const [template] = await chosenTemplates(project, context.cwd, [given]);
  const [name, entry] = entries.find(([, { file }]) => file === template?.file) ?? [];
  if (name !== undefined && entry?.templateId !== undefined) return { templateId: entry.templateId, name };
  throw wrongUse('NOT_PUSHED', `${given} has not been pushed to "${project.environment}": image-url push ${given}`);
};
