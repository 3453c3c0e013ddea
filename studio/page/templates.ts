import { signal } from '@preact/signals';
import { serviceTemplates } from '../templates/service-templates.ts';
import type { ListedTemplate, OpenTemplate, TemplateDraft, TemplateSource } from '../templates/template-source.ts';
import { ask, askService } from './service.ts';
import { doesGenerate, isOfStage } from './stage.ts';

export type { ListedTemplate, OpenTemplate };

/** What the studio's server says of the place where templates are kept. */
interface Cached {
  readonly kind: TemplateSource['kind'];
  readonly canGenerate: boolean;
  readonly hasAccount: boolean;
  readonly templates: readonly ListedTemplate[];
}

/** Where templates are kept: what can be done with them depends on it. */
export const kind = signal<Cached['kind']>('service');
/** Whether AI is configured. */
export const canGenerate = signal(doesGenerate);
/** Whether there is an account, whose month can be shown. */
export const hasAccount = signal(true);
export const listed = signal<readonly ListedTemplate[] | undefined>(undefined);

const getPath = (id: string): string => `/studio/templates/${encodeURIComponent(id)}`;

/** By way of the studio's server. */
const ofServer: Omit<TemplateSource, 'kind'> = {
  list: async () => {
    const answer = await ask<Cached>('GET', '/studio/templates');
    kind.value = answer.kind;
    canGenerate.value = answer.canGenerate;
    hasAccount.value = answer.hasAccount;
    return answer.templates;
  },
  read: (id) => ask('GET', getPath(id)),
  save: ({ id, ...draft }: TemplateDraft) =>
    id === undefined ? ask('POST', '/studio/templates', draft) : ask('PUT', getPath(id), draft),
  remove: (id) => ask('DELETE', getPath(id)),
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

const retryMs = 2_000;

/** Asks for the list until the service answers. */
export const loadListLater = async (): Promise<void> => {
  while (listed.peek() === undefined) {
    await new Promise((resolve) => setTimeout(resolve, retryMs));
    await loadList().catch(() => undefined);
  }
};
export const { read: readTemplate, save: saveTemplate, remove: removeTemplate } = source;
