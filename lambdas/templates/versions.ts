import { limits } from 'image-url-contract/limits.ts';
import { requireOwn, requireUsable } from '../access/ownership.ts';
import type { UseCase } from '../ports/use-case.ts';
import { withVariables } from '../publishing/render-plan.ts';
import { findTemplateAt } from '../publishing/template-version.ts';
import { toTemplateResponse } from './template-response.ts';
import { updateTemplate } from './templates.ts';

/** Lists the versions of a template, newest first, at most `limits.listedVersions`. @throws TEMPLATE_NOT_FOUND */
export const listVersions: UseCase<'listVersions'> = async (ports, _runtime, { caller, templates, path }) => {
  const template = requireUsable(templates.get(path.templateId), caller);
  const stored = await ports['versions:list'].of(template.templateId);
  // an update stores the current version among the earlier ones before it replaces it
  const earlier = stored.filter(({ version }) => version < template.version);
  const current = { version: template.version, createdAt: template.versionCreatedAt, options: template.options };
  const versions = [current, ...earlier].slice(0, limits.listedVersions);
  return {
    versions: versions.map(({ version, createdAt, options }) => ({
      version,
      createdAt: createdAt.toISOString(),
      engine: options.engine,
      isCurrent: version === template.version,
    })),
  };
};

/** Returns one version of a template with its code. @throws TEMPLATE_NOT_FOUND, VERSION_NOT_FOUND */
export const getVersion: UseCase<'getVersion'> = async (ports, runtime, { caller, templates, path }) => {
  const found = await findTemplateAt(ports, requireUsable(templates.get(path.templateId), caller), path.version);
  const then = await withVariables(ports, runtime, found);
  const code = await ports['sources:read'].code(then.ownerId, then.codeHash);
  return { template: { ...toTemplateResponse(then), code } };
};

/**
 * Saves the code of an earlier version as a new version.
 *
 * @throws TEMPLATE_NOT_FOUND, VERSION_NOT_FOUND; COMPILE_ERROR when the current compiler rejects the code; what
 * `updateTemplate` throws
 */
export const restoreVersion: UseCase<'restoreVersion'> = async (ports, runtime, call) => {
  const { caller, templates, path } = call;
  const { ownerId, codeHash } = await findTemplateAt(
    ports,
    requireOwn(templates.get(path.templateId), caller),
    path.version,
  );
  const code = await ports['sources:read'].code(ownerId, codeHash);
  return updateTemplate(ports, runtime, { ...call, body: { code } });
};
