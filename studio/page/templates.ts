import { signal } from '@preact/signals';
import { serviceTemplates } from '../templates/service-templates.ts';
import type { ListedTemplate, OpenTemplate, TemplateDraft, TemplateSource } from '../templates/template-source.ts';
import { ask, askService } from './service.ts';
import { doesGenerate, isOfStage } from './stage.ts';

export type { ListedTemplate, OpenTemplate };

/** What the studio's server says of the place where templates are kept. */
interface Kept {
  readonly kind: TemplateSource['kind'];
  readonly canGenerate: boolean;
  readonly hasAccount: boolean;
  readonly templates: readonly ListedTemplate[];
}

/** Where templates are kept: what can be done with them depends on it. */
export const kind = signal<Kept['kind']>('service');
/** Whether AI is configured. */
export const canGenerate = signal(doesGenerate);
/** Whether there is an account, whose month can be shown. */
export const hasAccount = signal(true);
export const listed = signal<readonly ListedTemplate[] | undefined>(undefined);

const pathOf = (id: string): string => `/studio/templates/${encodeURIComponent(id)}`;

/** By way of the studio's server. */
const ofServer: Omit<TemplateSource, 'kind'> = {
  list: async () => {
    const answer = await ask<Kept>('GET', '/studio/templates');
    kind.value = answer.kind;
    canGenerate.value = answer.canGenerate;
    hasAccount.value = answer.hasAccount;
    return answer.templates;
  },
  read: (id) => ask('GET', pathOf(id)),
  save: ({ id, ...draft }: TemplateDraft) =>
    id === undefined ? ask('POST', '/studio/templates', draft) : ask('PUT', pathOf(id), draft),
  remove: (id) => ask('DELETE', pathOf(id)),
};

const source = isOfStage ? serviceTemplates(askService) : ofServer;

/**
 * Where a template's code is checked. What it imports of a project is read only for a file: text that came with a link, or was never
 * saved, has no `id`.
 */
export const checkPath = (id: string | undefined): string =>
  kind.peek() === 'files' && id !== undefined
    ? `/v1/templates/check?file=${encodeURIComponent(id)}`
    : '/v1/templates/check';

export const loadList = async (): Promise<void> => {
  listed.value = await source.list();
};
export const { read: readTemplate, save: saveTemplate, remove: removeTemplate } = source;
