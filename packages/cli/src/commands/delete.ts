import { getService } from '../api.ts';
import { readProject } from '../config.ts';
import type { Answer, Context } from '../context.ts';
import { hasCode } from '../failure.ts';
import { changeLock } from '../lock-file.ts';
import { namedTemplate, withSuggestion } from '../template-id.ts';

/** `image-url delete`: deletes a template on the service. Its file and published URLs do not change. */
export const deleteTemplate = async (context: Context, given: string): Promise<Answer> => {
  const { templateId, name } = await namedTemplate(context, given);
  let wasThere = true;
  try {
    const service = getService(context);
    const work = service.call('deleteTemplate', { path: { templateId } });
    await (name === undefined ? withSuggestion(context, service, given, work) : work);
  } catch (error) {
    // a template that only the lock file has is removed from it
    if (name === undefined || !hasCode(error, 'TEMPLATE_NOT_FOUND')) throw error;
    wasThere = false;
  }
  if (name !== undefined) await changeLock(readProject(context), { [name]: undefined });
  const text = wasThere
    ? `deleted ${templateId}`
    : `${templateId} was not there any more; the lock file has forgotten it`;
  return { json: { templateId, wasThere }, text };
};
