import { signal } from '@preact/signals';
import type { ListedTemplate, OpenTemplate, TemplateDraft, TemplateSource } from '../server/template-source.ts';
import { ask } from './service.ts';

export type { ListedTemplate, OpenTemplate };

/** Where templates are kept: what can be done with them depends on it. */
export const kind = signal<TemplateSource['kind']>('service');
/** Whether AI is configured. */
export const canGenerate = signal(false);
export const listed = signal<readonly ListedTemplate[] | undefined>(undefined);

export const loadList = async (): Promise<void> => {
  const answer = await ask<{ kind: TemplateSource['kind']; canGenerate: boolean; templates: ListedTemplate[] }>(
    'GET',
    '/studio/templates',
  );
  kind.value = answer.kind;
  canGenerate.value = answer.canGenerate;
  listed.value = answer.templates;
};

const pathOf = (id: string): string => `/studio/templates/${encodeURIComponent(id)}`;

export const readTemplate = (id: string): Promise<OpenTemplate> => ask('GET', pathOf(id));

export const saveTemplate = ({ id, ...draft }: TemplateDraft): Promise<OpenTemplate> =>
  id === undefined ? ask('POST', '/studio/templates', draft) : ask('PUT', pathOf(id), draft);

export const removeTemplate = (id: string): Promise<unknown> => ask('DELETE', pathOf(id));
