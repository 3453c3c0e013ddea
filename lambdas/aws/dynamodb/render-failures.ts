import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { EnvironmentOf } from '../../config/capabilities.ts';
import { limits } from '../../contract/limits.ts';
import type { RenderFailure } from '../../ports/records.ts';
import { isoDate } from './client.ts';
import { addFormatVersion } from './items.ts';
import { limitBytes, putItem, queryItems, toSeconds } from './table.ts';

/* Items in the trees table, by account and minute: at most one per URL and minute, however often it is requested. */
const failureItem = z.object({
  accountId: z.string(),
  path: z.string(),
  templateId: z.string(),
  code: z.string(),
  message: z.string(),
  failedAt: isoDate,
});

export const renderFailuresAddress = (accountId: string): string => `render-failures ${accountId}`;
const daySeconds = 86_400;

export const dynamoDbRenderFailureAdder = ({ TREES_TABLE }: EnvironmentOf<'renderFailures:add'>) => ({
  async add(accountId: string, failure: RenderFailure): Promise<void> {
    const { path, failedAt } = failure;
    const part = `${failedAt.toISOString().slice(0, 16)} ${createHash('sha256').update(path).digest('base64url')}`;
    const expires = toSeconds(failedAt) + limits.renderFailureDays * daySeconds;
    const item = failureItem.encode({ accountId, ...failure });
    await putItem(TREES_TABLE, addFormatVersion({ address: renderFailuresAddress(accountId), part, ...item, expires }));
  },
});

export const dynamoDbRenderFailureLister = (environment: EnvironmentOf<'renderFailures:list'>) => ({
  /** Origin of the image host. */
  imageUrl: environment.IMAGE_URL,
  /** Yields the latest minute first, up to about `limits.listedBytes`. A URL may occur more than once. */
  async *latest(accountId: string): AsyncGenerator<RenderFailure> {
    const values = { ':address': renderFailuresAddress(accountId) };
    const latestFirst = { ScanIndexForward: false, ConsistentRead: false };
    const items = queryItems(environment.TREES_TABLE, 'address = :address', values, latestFirst);
    for await (const item of limitBytes(items, limits.listedBytes)) yield failureItem.parse(item);
  },
});
