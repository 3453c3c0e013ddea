import { limits } from '../../contract/limits.ts';
import type { ListRenderFailuresResponse } from '../../contract/schemas/render-failure.ts';
import type { PortsOf } from '../../ports/ports.ts';
import type { AccountRecord } from '../../ports/records.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { mayUse } from '../accounts/ownership.ts';

/** Lists the on-demand URLs of an account that could not be rendered, the latest first, each once and at most `limits.renderFailures`. */
export const listRenderFailures = async (
  ports: PortsOf<'listRenderFailures'>,
  runtime: Pick<Runtime, 'apiKey'>,
  { accountId }: AccountRecord,
): Promise<ListRenderFailuresResponse> => {
  const { imageUrl, latest } = ports['renderFailures:list'];
  const renderFailures = new Map<string, ListRenderFailuresResponse['renderFailures'][number]>();
  for await (const { path, templateId, code, message, failedAt } of latest(accountId)) {
    if (renderFailures.has(path) || !mayUse(runtime, templateId)) continue;
    const view = { url: `${imageUrl}${path}`, templateId, code, message, failedAt: failedAt.toISOString() };
    renderFailures.set(path, view);
    if (renderFailures.size === limits.renderFailures) break;
  }
  const latestFirst = [...renderFailures.values()].toSorted((a, b) => (a.failedAt < b.failedAt ? 1 : -1));
  return { renderFailures: latestFirst };
};
