import { findNearestWord } from 'image-url-engine/words.ts';
import type { Api } from './api.ts';
import { readProject } from './config.ts';
import type { Context } from './context.ts';
import { hasCode, wrongUse } from './failure.ts';
import { chosenTemplates } from './files.ts';
import { type LockEntry, readLock } from './lock-file.ts';

/** Returns the id of a template given by path, name or id, and its name, version, variables and format in the lock file. */
export const namedTemplate = async (
  context: Context,
  given: string,
): Promise<{ templateId: string; name?: string } & Pick<LockEntry, 'version' | 'variables' | 'format'>> => {
  const project = readProject(context);
  const entries = Object.entries(await readLock(project));
  const own = entries.find(([name, { templateId }]) => name === given || templateId === given);
  if (own) {
    const [name, { templateId, version, variables, format }] = own;
    return { templateId: templateId ?? given, name, version, variables, format };
  }
  if (!/[/\\]|\.[a-z]+$/i.test(given)) return { templateId: given };
  const [template] = await chosenTemplates(project, context.cwd, [given]);
  const [name, entry] = entries.find(([, { file }]) => file === template?.file) ?? [];
  if (name !== undefined && entry?.templateId !== undefined) {
    const { templateId, version, variables, format } = entry;
    return { templateId, name, version, variables, format };
  }
  throw wrongUse('NOT_PUSHED', `${given} has not been pushed to "${project.environment}": image-url push ${given}`);
};

/**
 * Returns the result of `work`. If the service does not have the template, the failure suggests the most similar one.
 *
 * @throws Failure
 */
export const withSuggestion = async <T>(
  context: Context,
  service: Api,
  given: string,
  work: Promise<T>,
): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (!hasCode(error, 'TEMPLATE_NOT_FOUND')) throw error;
    const { templates } = await service.call('listTemplates', {}).catch(() => ({ templates: [] }));
    if (templates.some(({ _id }) => _id === given)) throw error;
    const own = Object.keys(await readLock(readProject(context)));
    const names = [...own, ...templates.flatMap(({ _id, name }) => [_id, name])];
    const nearest = findNearestWord(given, names);
    const { _id: id = nearest } = templates.find(({ name }) => name === nearest) ?? {};
    if (nearest === undefined) throw error;
    const { message } = error as Error;
    throw wrongUse('TEMPLATE_NOT_FOUND', `${message} Do you mean ${own.includes(nearest) ? nearest : id}?`, error);
  }
};
