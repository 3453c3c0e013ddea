import { connect } from '../aws/connect.ts';
import { dynamoDbBudgets } from '../aws/dynamodb/budgets.ts';
import { dynamoDbCallersWithTemplates } from '../aws/dynamodb/callers.ts';
import { dynamoDbSiteCreator } from '../aws/dynamodb/sites.ts';
import { endpoint } from '../http/endpoint.ts';
import { runtime } from '../runtime/runtime.ts';
import { createSite } from '../usecases/sites/create-site.ts';

const ports = connect('createSite', {
  'callersWithTemplates:read': dynamoDbCallersWithTemplates,
  'sites:create': dynamoDbSiteCreator,
  'budgets:consume': dynamoDbBudgets,
});

/** POST /v1/sites */
export const handler = endpoint('createSite', runtime, ports, ({ caller, templates, body }, atRequest) =>
  createSite(ports, atRequest, caller, templates, body),
);
