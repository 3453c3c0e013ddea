import { join } from 'node:path';
import type { IConstruct } from 'constructs';
import { Service } from '../../lib/app/service.ts';
import { ApiKey } from '../../lib/declared/api-key.ts';
import { DeclaredResources } from '../../lib/declared/declared-resources.ts';
import { TemplateSet } from '../../lib/declared/template-set.ts';

/** Declares a key and templates for the service below a construct: its stack then has the function that deploys them. */
export const declareResources = (scope: IConstruct): void => {
  const service = scope.node.findAll().find((one) => one instanceof Service);
  if (!service) throw new Error('There is no service.');
  const declared = new DeclaredResources(service, 'Declared', { service, plan: 'scale' });
  new ApiKey(service, 'Site', { declared, apiUrl: service.api.url, imageUrl: service.imageUrl });
  new TemplateSet(service, 'Cards', { declared, patterns: [join(import.meta.dirname, 'cards/*.jsx')] });
};
