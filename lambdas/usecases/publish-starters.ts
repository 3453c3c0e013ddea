import type { Administration } from '../ports/administration.ts';
import type { Ports, World } from '../ports/ports.ts';
import type { TemplateRecord } from '../ports/records.ts';
import { compileTemplate } from './compile-template.ts';
import { starterOwner } from './ownership.ts';
import { saveCode } from './save-code.ts';

/** A starter template as the repository holds it. */
export interface Starter {
  /** Stable: it stands in published URLs. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly code: string;
}

/** Publishes the starter templates. Run again it changes only those whose code or words changed. */
export const publishStarters = async (
  ports: Pick<Ports, 'sources:write' | 'trees:write'>,
  store: Administration,
  world: World,
  starters: readonly Starter[],
): Promise<{ published: string[]; unchanged: string[] }> => {
  const outcome = { published: [] as string[], unchanged: [] as string[] };
  // the newest is listed first, so the first of them is published last
  for (const { id, name, description, code } of starters.toReversed()) {
    const known = await store.template(id);
    const now = world.now();
    const saved = await saveCode(ports, now, id, code, await compileTemplate(code, now));
    const isSame =
      known !== undefined &&
      known.planHash === saved.planHash &&
      known.name === name &&
      known.description === description;
    outcome[isSame ? 'unchanged' : 'published'].push(id);
    if (isSame) continue;

    const isNewCode = known !== undefined && known.codeHash !== saved.codeHash;
    const version = (known?.version ?? 1) + (isNewCode ? 1 : 0);
    const owned = { ownerId: starterOwner, isPublic: true, createdAt: known?.createdAt ?? now };
    const template: TemplateRecord = { templateId: id, ...owned, name, description, version, ...saved };
    await store.putTemplate(template);
  }
  return outcome;
};
