import '../runtime/warm-render-worker.ts';
import { connect } from '../aws/connect.ts';
import { dynamoDbBudgets } from '../aws/dynamodb/budgets.ts';
import { dynamoDbCallers } from '../aws/dynamodb/callers.ts';
import { dynamoDbFontAdder, dynamoDbFontLister } from '../aws/dynamodb/fonts.ts';
import { s3FontFileWriter } from '../aws/s3/sources.ts';
import { endpoint } from '../http/endpoint.ts';
import { runtime } from '../runtime/runtime.ts';
import { createFont } from '../usecases/fonts/create-font.ts';

const ports = connect('createFont', {
  'callers:read': dynamoDbCallers,
  'fontFiles:write': s3FontFileWriter,
  'fonts:add': dynamoDbFontAdder,
  'budgets:consume': dynamoDbBudgets,
  'fonts:read': dynamoDbFontLister,
});

/** POST /v1/fonts */
export const handler = endpoint('createFont', runtime, ports, ({ caller, body }, atRequest) =>
  createFont(ports, atRequest, caller, body),
);
