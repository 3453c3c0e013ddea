import { signal } from '@preact/signals';
import type { ListedTemplate, OpenTemplate, TemplateDraft } from '../server/template-source.ts';
import { ask } from './service.ts';

export type { ListedTemplate, OpenTemplate };

export const listed = signal<readonly ListedTemplate[] | undefined>(undefined);

export const loadList = async (): Promise<void> => {
  const answer = await ask<{ templates: ListedTemplate[] }>('GET', '/studio/templates');
  listed.value = answer.templates;
};

const pathOf = (id: string): string => `/studio/templates/${encodeURIComponent(id)}`;

export const readTemplate = (id: string): Promise<OpenTemplate> => ask('GET', pathOf(id));

export const saveTemplate = ({ id, ...draft }: TemplateDraft): Promise<OpenTemplate> =>
  id === undefined ? ask('POST', '/studio/templates', draft) : ask('PUT', pathOf(id), draft);
