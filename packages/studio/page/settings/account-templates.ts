import { signal } from '@preact/signals';
import type { ListTemplatesResponse } from 'image-url-contract/schemas/template.ts';
import { ask } from '../session/service.ts';

export type AccountTemplate = ListTemplatesResponse['templates'][number];

/** The templates of the account and the starters, as the service has them; empty until they are loaded. */
export const accountTemplates = signal<readonly AccountTemplate[]>([]);

/** Loads the templates of the account; a failure leaves their ids in place of names. */
export const loadAccountTemplates = async (): Promise<void> => {
  const answer = await ask<ListTemplatesResponse>('GET', '/v1/templates').catch(() => undefined);
  if (answer) accountTemplates.value = answer.templates;
};

/** Returns the name of a template, or its id if it is not listed. */
export const getTemplateName = (id: string): string => accountTemplates.value.find(({ _id }) => _id === id)?.name ?? id;
