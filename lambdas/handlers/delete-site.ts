import { connect } from '../aws/connect.ts';
import { dynamoDbBudgets } from '../aws/dynamodb/budgets.ts';
import { dynamoDbCallers } from '../aws/dynamodb/callers.ts';
import { dynamoDbSiteDeleter } from '../aws/dynamodb/sites.ts';
import { endpoint } from '../http/endpoint.ts';
import { runtime } from '../runtime/runtime.ts';
import { deleteSite } from '../usecases/sites/delete-site.ts';

const ports = connect('deleteSite', {
  'callers:read': dynamoDbCallers,
  'sites:delete': dynamoDbSiteDeleter,
  'budgets:consume': dynamoDbBudgets,
});

/** DELETE /v1/sites/{siteId} */
export const handler = endpoint('deleteSite', runtime, ports, ({ caller, path }) =>
  deleteSite(ports, caller, path.siteId),
);
