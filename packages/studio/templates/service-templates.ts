import type {
  GetTemplateResponse,
  ListTemplatesResponse,
  SavedTemplateResponse,
} from 'image-url-contract/schemas/template.ts';
import { type AskService, askFor } from './service-connection.ts';
import { type OpenTemplate, revisionConflict, type TemplateSource } from './template-source.ts';

const getPath = (id: string): string => `/v1/templates/${encodeURIComponent(id)}`;

/** The templates of an account; each version is a revision. */
export const serviceTemplates = (ask: AskService): TemplateSource => {
  const starters = new Set<string>();
  const list = async () => {
    const { templates } = await askFor<ListTemplatesResponse>(ask, 'GET', '/v1/templates');
    for (const { _id, isPublic } of templates) if (isPublic) starters.add(_id);
    return templates;
  };
  const read = async (id: string): Promise<OpenTemplate> => {
    if (starters.size === 0) await list();
    const { template } = await askFor<GetTemplateResponse>(ask, 'GET', getPath(id));
    const { name, code, version } = template;
    return { id, name, code, isStarter: starters.has(id), revision: String(version) };
  };
  return {
    kind: 'service',
    list: async () =>
      (await list()).map(({ _id: id, name, description, isPublic: isStarter, signedPreviewUrl: preview }) => ({
        ...{ id, name, description, isStarter, preview },
      })),
    read,
    save: async ({ id, name, code, revision }) => {
      if (id !== undefined && revision !== undefined && (await read(id)).revision !== revision)
        throw revisionConflict();
      const { templateId, template } = await (id === undefined
        ? askFor<SavedTemplateResponse>(ask, 'POST', '/v1/templates', { name, code })
        : askFor<SavedTemplateResponse>(ask, 'PATCH', getPath(id), { name, code }));
      return { id: templateId, name, code, isStarter: false, revision: String(template.version) };
    },
    remove: async (id) => {
      await askFor(ask, 'DELETE', getPath(id));
    },
  };
};
