import { coversTemplate } from '../access/delegation.ts';
import { limits } from '../contract/limits.ts';
import type { Answer, UseCase } from '../ports/use-case.ts';

/** Lists an account's failed on-demand URLs: latest first, each once, at most `limits.renderFailures`. */
export const listRenderFailures: UseCase<'listRenderFailures'> = async (ports, runtime, { caller }) => {
  const { imageUrl, latest } = ports['renderFailures:list'];
  const renderFailures = new Map<string, Answer<'listRenderFailures'>['renderFailures'][number]>();
  for await (const { path, templateId, code, message, failedAt } of latest(caller.accountId)) {
    if (renderFailures.has(path) || !coversTemplate(runtime.apiKey, templateId)) continue;
    const view = { url: `${imageUrl}${path}`, templateId, code, message, failedAt: failedAt.toISOString() };
    renderFailures.set(path, view);
    if (renderFailures.size === limits.renderFailures) break;
  }
  const latestFirst = [...renderFailures.values()].toSorted((a, b) => (a.failedAt < b.failedAt ? 1 : -1));
  return { renderFailures: latestFirst };
};
