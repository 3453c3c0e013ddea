import { getService } from '../api.ts';
import type { Answer, Context } from '../context.ts';
import { namedTemplate, withSuggestion } from '../template-id.ts';

/** `image-url restore`: saves the code of an earlier version as a new one. The local file is unchanged. */
export const restore = async (context: Context, given: string, version: number): Promise<Answer> => {
  const { templateId, name } = await namedTemplate(context, given);
  const service = getService(context);
  const work = service.call('restoreVersion', { path: { templateId, version } });
  const { template } = await withSuggestion(context, service, given, work);
  const hint = name === undefined ? '' : '\nimage-url pull brings the file up to it.';
  const text = `${templateId} is as in version ${version}, and that is version ${template.version}.${hint}`;
  return { json: { templateId, version: template.version }, text };
};
