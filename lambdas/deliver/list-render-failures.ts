import { limits } from 'image-url-contract/limits.ts';
import { coversTemplate } from '../access/delegation.ts';
import type { RenderFailure } from '../ports/records.ts';
import type { Answer, UseCase } from '../ports/use-case.ts';

type View = Answer<'listRenderFailures'>['renderFailures'][number];

/**
 * Lists an account's failed URLs: latest first, each once, at most `limits.renderFailures`. Of these at most
 * `limits.pageFailures` are of pages without an image, which anybody can request, so that they do not hide the others.
 */
export const listRenderFailures: UseCase<'listRenderFailures'> = async (ports, runtime, { caller }) => {
  const { latest, ofGroups } = ports['renderFailures:list'];
  const { imageUrl } = ports['settings:urls'];
  const views = new Map<string, View>();
  const add = ({ path, pathHash, failedAt, accountId: _, ...failure }: RenderFailure): void => {
    if (views.has(pathHash) || !coversTemplate(runtime.apiKey, failure.templateId)) return;
    views.set(pathHash, { ...failure, url: `${imageUrl}${path}`, failedAt: failedAt.toISOString() });
  };
  const grouped = (await Array.fromAsync(ofGroups(caller.accountId)))
    .toSorted((a, b) => b.failedAt.getTime() - a.failedAt.getTime())
    .slice(0, limits.pageFailures);
  for await (const failure of latest(caller.accountId)) {
    add(failure);
    if (views.size === limits.renderFailures - grouped.length) break;
  }
  // a page that has had an image since is among the others
  grouped.forEach(add);
  return { renderFailures: [...views.values()].toSorted((a, b) => (a.failedAt < b.failedAt ? 1 : -1)) };
};
