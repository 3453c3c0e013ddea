import { getService } from '../api.ts';
import type { Answer, Context } from '../context.ts';
import { table } from '../output.ts';
import { namedTemplate, withSuggestion } from '../template-id.ts';

/** `image-url versions`: lists the versions of a template. */
export const versions = async (context: Context, given: string): Promise<Answer> => {
  const { templateId } = await namedTemplate(context, given);
  const service = getService(context);
  const listed = await withSuggestion(context, service, given, service.call('listVersions', { path: { templateId } }));
  const rows = listed.versions.map(({ version, createdAt, engine, isCurrent }) => [
    `${version}`,
    createdAt,
    engine,
    isCurrent ? 'current' : '',
  ]);
  return { json: { templateId, ...listed }, text: table(rows) };
};
