import type { GetTemplateResponse, ListTemplatesResponse } from 'image-url-contract/schemas/template.ts';
import type { Api } from './api.ts';
import { hasCode } from './failure.ts';
import { assetResolver } from './pictures.ts';

export type RemoteTemplate = Pick<
  ListTemplatesResponse['templates'][number],
  '_id' | 'name' | 'version' | 'width' | 'height' | 'format' | 'sizes' | 'variables' | 'otherVariables'
> &
  Partial<Pick<ListTemplatesResponse['templates'][number], 'devicePixelRatio'>>;
export type RemoteCode = GetTemplateResponse['template'];

/** The account's own templates on the service. */
export interface Remote {
  readonly listed: readonly RemoteTemplate[];
  /** Returns one by its id, even if the list is too short for it; undefined if it does not exist. */
  find(id: string): Promise<RemoteTemplate | undefined>;
  code(id: string): Promise<RemoteCode | undefined>;
  /** Returns code of this machine with the assets that the account has of its pictures. */
  withAssets(code: string): Promise<string>;
}

export const readRemote = async (api: Api): Promise<Remote> => {
  const { templates: listed } = await api.call('listTemplates', { query: { scope: 'mine' } });
  const byId = new Map(listed.map((one) => [one._id, one]));
  const code = async (id: string): Promise<RemoteCode | undefined> => {
    try {
      return (await api.call('getTemplate', { path: { templateId: id } })).template;
    } catch (error) {
      if (hasCode(error, 'TEMPLATE_NOT_FOUND')) return undefined;
      throw error;
    }
  };
  const withAssets = assetResolver(api, false);
  return { listed, code, withAssets, find: async (id) => byId.get(id) ?? code(id) };
};
