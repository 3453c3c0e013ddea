import { fail } from '../../contract/errors.ts';
import { getKnownEngine } from '../../core/engines/engines.ts';
import type { Ports } from '../../ports/ports.ts';
import type { TemplateRecord } from '../../ports/records.ts';

/**
 * A template as it was in one of its versions: its words and owner of today, with the code, variables and options of then.
 *
 * @throws VERSION_NOT_FOUND.
 */
export const templateAt = async (
  ports: Pick<Ports, 'versions:read'>,
  template: TemplateRecord,
  version = template.version,
): Promise<TemplateRecord> => {
  if (version === template.version) return template;
  // one that is about to become an earlier version may be kept already
  const found = version < template.version && (await ports['versions:read'].find(template.templateId, version));
  if (!found) throw fail('VERSION_NOT_FOUND');
  const { preview: _, renderPlanHash: __, ...same } = template;
  const { createdAt, ...facts } = found;
  // saved before engines were written down, it has the one of the template
  const engine = getKnownEngine(template);
  const options = { ...(engine && { engine }), ...facts.options };
  return { ...same, ...facts, options, updatedAt: createdAt, versionCreatedAt: createdAt };
};
