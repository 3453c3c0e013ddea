import { ServiceError } from '../contract/errors.ts';
import type { MintBatchRequest, MintBatchResponse } from '../contract/schemas/mint.ts';
import type { PortsOf, World } from '../ports/ports.ts';
import type { AccountRecord, TemplateRecord } from '../ports/records.ts';
import { issueUrls } from './issue-urls.ts';
import { prepareUrl } from './prepare-url.ts';

/**
 * Mints several signed URLs, all of them or none (decisions 2, "Batch").
 *
 * @throws what `prepareUrl` throws for the first item at fault, naming it; QUOTA_EXCEEDED when fewer units are left than
 * there are items.
 */
export const mintUrls = async (
  ports: PortsOf<'mintUrls'>,
  world: World,
  caller: AccountRecord,
  templates: ReadonlyMap<string, TemplateRecord>,
  { items }: MintBatchRequest,
): Promise<MintBatchResponse> => {
  const settled = await Promise.allSettled(
    items.map((item) => prepareUrl(ports, world, caller, templates.get(item.templateId), item)),
  );
  const urls = settled.map((outcome, n) => {
    if (outcome.status === 'fulfilled') return outcome.value;
    throw outcome.reason instanceof ServiceError ? outcome.reason.at(`items[${n}]`) : outcome.reason;
  });
  await issueUrls(ports, world, caller, templates.values(), urls);
  return { urls: urls.map(({ templateId, url, expiresAt }) => ({ templateId, url, expiresAt })) };
};
