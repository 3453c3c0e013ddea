import * as z from 'zod';
import { connect } from '../aws/connect.ts';
import { dynamoDbAccountReader } from '../aws/dynamodb/accounts.ts';
import { dynamoDbBudgetReader } from '../aws/dynamodb/budgets.ts';
import { dynamoDbKeyLister } from '../aws/dynamodb/keys.ts';
import { dynamoDbSigningKeyReader } from '../aws/dynamodb/signing-keys.ts';
import { dynamoDbUsageReader } from '../aws/dynamodb/usage.ts';
import { dynamoDbUsageEventLister } from '../aws/dynamodb/usage-events.ts';
import { sqsUsageEvents } from '../aws/sqs/usage-events.ts';
import { inTime } from '../http/deadline.ts';
import { runtime } from '../runtime/runtime.ts';
import { reportUsage } from '../usecases/accounts/report-usage.ts';

const ports = connect('reportUsage', {
  'accounts:read': dynamoDbAccountReader,
  'keys:list': dynamoDbKeyLister,
  'accountKeys:read': dynamoDbSigningKeyReader,
  'usage:read': dynamoDbUsageReader,
  'budgets:read': dynamoDbBudgetReader,
  'usageEvents:list': dynamoDbUsageEventLister,
  'usageEvents:send': sqsUsageEvents,
});

const text = z.object({ S: z.string() });
/** What the streams hand over: keys of items that have changed, of the usage table or, without `periodStart`, of the accounts. */
const event = z.object({
  Records: z.array(
    z.object({ dynamodb: z.object({ Keys: z.object({ accountId: text, periodStart: text.optional() }) }) }),
  ),
});

/** Sends usage events for counts that have changed, and for the month of an account whose plan may have; when it fails, Lambda calls it again with the same records. */
export const handler = inTime((given: unknown, _context?: unknown) => {
  const thisMonth = runtime.now().toISOString();
  const changed = event.parse(given).Records.map(({ dynamodb: { Keys } }) => Keys);
  return reportUsage(
    ports,
    runtime,
    changed.map(({ accountId, periodStart }) => ({ accountId: accountId.S, name: periodStart?.S ?? thisMonth })),
  );
});
