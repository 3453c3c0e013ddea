import { connect } from '../aws/connect.ts';
import { dynamoDbCallers } from '../aws/dynamodb/callers.ts';
import { dynamoDbUsageReader } from '../aws/dynamodb/usage.ts';
import { dynamoDbUsageEventLister } from '../aws/dynamodb/usage-events.ts';
import { endpoint } from '../http/endpoint.ts';
import { runtime } from '../runtime/runtime.ts';
import { getUsage } from '../usecases/accounts/get-usage.ts';

const ports = connect('getUsage', {
  'callers:read': dynamoDbCallers,
  'usage:read': dynamoDbUsageReader,
  'usageEvents:list': dynamoDbUsageEventLister,
});

/** GET /v1/usage */
export const handler = endpoint('getUsage', runtime, ports, ({ caller }, atRequest) =>
  getUsage(ports, atRequest, caller),
);
