import { connect } from '../aws/connect.ts';
import { dynamoDbBudgets } from '../aws/dynamodb/budgets.ts';
import { dynamoDbCallersWithTemplates } from '../aws/dynamodb/callers.ts';
import { dynamoDbSites } from '../aws/dynamodb/sites.ts';
import { secretsManagerSigningKeys } from '../aws/secrets-manager/signing-keys.ts';
import { endpoint } from '../http/endpoint.ts';
import { runtime } from '../runtime/runtime.ts';
import { createSite } from '../usecases/sites/create-site.ts';

const ports = connect('createSite', {
  'callersWithTemplates:read': dynamoDbCallersWithTemplates,
  'signingKeys:read': secretsManagerSigningKeys,
  'sites:write': dynamoDbSites,
  'budgets:consume': dynamoDbBudgets,
});

/** POST /v1/sites */
export const handler = endpoint('createSite', runtime, ports, ({ caller, templates, body }, atRequest) =>
  createSite(ports, atRequest, caller, templates, body),
);
