import { connect } from '../aws/connect.ts';
import { dynamoDbAccountRoller } from '../aws/dynamodb/accounts.ts';
import { inTime } from '../http/deadline.ts';
import { runtime } from '../runtime/runtime.ts';
import { resetQuotas } from '../usecases/keys/reset-quotas.ts';

const ports = connect('resetQuotas', {
  'accounts:roll': dynamoDbAccountRoller,
});

/** The scheduled quota reset; `now` in the event replaces the clock. */
export const handler = inTime(({ now }: { now?: string } = {}, _context?: unknown) =>
  resetQuotas(ports, runtime, now === undefined ? runtime.now() : new Date(now)),
);
