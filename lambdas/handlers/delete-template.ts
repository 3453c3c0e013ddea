import { connect } from '../aws/connect.ts';
import { dynamoDbBudgets } from '../aws/dynamodb/budgets.ts';
import { dynamoDbCallersWithTemplates } from '../aws/dynamodb/callers.ts';
import { dynamoDbTemplateDeleter } from '../aws/dynamodb/templates.ts';
import { endpoint } from '../http/endpoint.ts';
import { runtime } from '../runtime/runtime.ts';
import { deleteTemplate } from '../usecases/templates/delete-template.ts';

const ports = connect('deleteTemplate', {
  'callersWithTemplates:read': dynamoDbCallersWithTemplates,
  'templates:delete': dynamoDbTemplateDeleter,
  'budgets:consume': dynamoDbBudgets,
});

/** DELETE /v1/templates/{templateId} */
export const handler = endpoint('deleteTemplate', runtime, ports, ({ caller, templates, path }, atRequest) =>
  deleteTemplate(ports, atRequest, caller, templates.get(path.templateId)),
);
