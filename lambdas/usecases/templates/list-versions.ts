import { fail } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import type { ListVersionsResponse } from '../../contract/schemas/template.ts';
import { getStoredEngine, type StageEngine } from '../../core/engines/engines.ts';
import type { PortsOf } from '../../ports/ports.ts';
import type { AccountRecord, TemplateRecord } from '../../ports/records.ts';
import { isUsableBy } from '../accounts/ownership.ts';

/**
 * Lists every code a template ever had.
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
  const cached = await ports['versions:list'].of(template.templateId);
  // one that is about to become an earlier version may be kept already
  const earlier = cached.filter(({ version }) => version < template.version);
  const current = { version: template.version, createdAt: template.versionCreatedAt, options: template.options };
  const versions = [current, ...earlier].slice(0, limits.listedVersions);
  return {
    versions: versions.map(({ version, createdAt, options }) => ({
      version,
      createdAt: createdAt.toISOString(),
      // those that were saved before engines were written down have the one of the template
      engine: options.engine ?? getStoredEngine(template, stage),
      isCurrent: version === template.version,
    })),
  };
};
