import { signal } from '@preact/signals';
import { serviceTemplates } from '../../templates/service-templates.ts';
import type { ListedTemplate, OpenTemplate, TemplateDraft, TemplateSource } from '../../templates/template-source.ts';
import { ask, askService } from '../session/service.ts';
import { doesGenerate, isOfStage } from '../session/stage.ts';

export type { ListedTemplate, OpenTemplate };

/** The studio server's information about its templates. */
interface TemplatesAnswer {
  readonly kind: TemplateSource['kind'];
  readonly canGenerate: boolean;
  readonly hasAccount: boolean;
  readonly templates: readonly ListedTemplate[];
}

/** Kind of storage of the templates. */
export const kind = signal<TemplatesAnswer['kind']>('service');
/** Whether AI is configured. */
export const canGenerate = signal(doesGenerate);
/** Whether there is an account, whose usage can be displayed. */
export const hasAccount = signal(true);
export const listed = signal<readonly ListedTemplate[] | undefined>(undefined);

const getPath = (id: string): string => `/studio/templates/${encodeURIComponent(id)}`;

/** Templates of the studio's server. */
const ofServer: Omit<TemplateSource, 'kind'> = {
  list: async () => {
    const answer = await ask<TemplatesAnswer>('GET', '/studio/templates');
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
 * Returns the path for checking a template's code. Imports are only resolved for a file: text from a link, or that was
 * never saved, has no `id`.
 */
export const checkPath = (id: string | undefined): string =>
  kind.peek() === 'files' && id !== undefined
    ? `/v1/templates/check?file=${encodeURIComponent(id)}`
    : '/v1/templates/check';

export const loadList = async (): Promise<void> => {
  listed.value = await source.list();
};

const retryMs = 2_000;

/** Requests the list until the service responds. */
export const loadListLater = async (): Promise<void> => {
  while (listed.peek() === undefined) {
    await new Promise((resolve) => setTimeout(resolve, retryMs));
    await loadList().catch(() => undefined);
  }
};
export const { read: readTemplate, save: saveTemplate, remove: removeTemplate } = source;
