import { fail } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import type { ListVersionsResponse } from '../../contract/schemas/template.ts';
import { getStoredEngine, type StageEngine } from '../../core/engines/engines.ts';
import type { PortsOf } from '../../ports/ports.ts';
import type { AccountRecord, TemplateRecord } from '../../ports/records.ts';
import { isUsableBy } from '../accounts/ownership.ts';

/**
 * Lists the versions of a template, newest first, at most `limits.listedVersions`.
 *
 * @throws TEMPLATE_NOT_FOUND.
 */
export const listVersions = async (
  ports: PortsOf<'listVersions'>,
  stage: StageEngine,
  caller: AccountRecord,
  template: TemplateRecord | undefined,
): Promise<ListVersionsResponse> => {
  if (!template || !isUsableBy(template, caller)) throw fail('TEMPLATE_NOT_FOUND');
  const stored = await ports['versions:list'].of(template.templateId);
  // an update stores the current version among the earlier ones before it replaces it
  const earlier = stored.filter(({ version }) => version < template.version);
  const current = { version: template.version, createdAt: template.versionCreatedAt, options: template.options };
  const versions = [current, ...earlier].slice(0, limits.listedVersions);
  return {
    versions: versions.map(({ version, createdAt, options }) => ({
      version,
      createdAt: createdAt.toISOString(),
      // versions saved before engines were stored have the engine of the template
      engine: options.engine ?? getStoredEngine(template, stage),
      isCurrent: version === template.version,
    })),
  };
};
