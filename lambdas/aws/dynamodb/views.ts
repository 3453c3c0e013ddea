import type { EnvironmentOf } from '../../config/capabilities.ts';
import {
  latestLog,
  latestLogKey,
  readTemplateViews,
  storedImageViews,
  viewPrefixes,
} from '../../domain/records/view-records.ts';
import { getItem, queryItems } from './table.ts';

export const dynamoDbViewReader = ({ VIEWS_TABLE, VIEWS }: EnvironmentOf<'views:read'>) => {
  const query = (accountId: string, kind: 'template' | 'image', from: string, to: string, ScanIndexForward = true) =>
    queryItems(
      VIEWS_TABLE,
      { accountId },
      {
        ...{ sort: 'part BETWEEN :from AND :to', ConsistentRead: false, ScanIndexForward },
        // sorts after every row of the last day
        values: { ':from': `${viewPrefixes[kind]} ${from}`, ':to': `${viewPrefixes[kind]} ${to}~` },
      },
    );
  return {
    setting: VIEWS,
    /** Yields the counts of an account's templates on each day, both days included. */
    async *ofTemplates(accountId: string, from: string, to: string) {
      for await (const item of query(accountId, 'template', from, to)) yield readTemplateViews(item);
    },
    /** Yields the counts of an account's images on each day, both days included, the last day first. */
    async *ofImages(accountId: string, from: string, to: string) {
      for await (const item of query(accountId, 'image', from, to, false)) yield storedImageViews.parse(item);
    },
    /** Returns the time of the latest request in any log; undefined before the first one was read. */
    async latest(): Promise<Date | undefined> {
      const item = await getItem(VIEWS_TABLE, { ...latestLogKey });
      return item && new Date(latestLog.parse(item).at);
    },
  };
};
