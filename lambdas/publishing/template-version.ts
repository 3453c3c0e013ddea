import { fail } from 'image-url-contract/errors.ts';
import type { Ports } from '../ports/ports.ts';
import type { TemplateRecord } from '../ports/records.ts';

/**
 * Returns a template as of one version: name, description and owner are current; code, variables and options are those
 * of the version.
 *
 * @throws VERSION_NOT_FOUND
 */
export const findTemplateAt = async (
  ports: Pick<Ports, 'versions:read'>,
  template: TemplateRecord,
  version = template.version,
): Promise<TemplateRecord> => {
  if (version === template.version) return template;
  // an update stores the current version among the earlier ones before it replaces it
  const found = version < template.version && (await ports['versions:read'].find(template.templateId, version));
  if (!found) throw fail('VERSION_NOT_FOUND');
  const { preview: _, renderPlanHash: __, variablesBytes: ___, ...same } = template;
  const { createdAt, ...facts } = found;
  return { ...same, ...facts, updatedAt: createdAt, versionCreatedAt: createdAt };
};
