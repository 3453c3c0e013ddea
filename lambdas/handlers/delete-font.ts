import { connect } from '../aws/connect.ts';
import { dynamoDbCallers } from '../aws/dynamodb/callers.ts';
import { dynamoDbFontDeleter } from '../aws/dynamodb/fonts.ts';
import { endpoint } from '../http/endpoint.ts';
import { runtime } from '../runtime/runtime.ts';
import { deleteFont } from '../usecases/fonts/delete-font.ts';

const ports = connect('deleteFont', {
  'callers:read': dynamoDbCallers,
  'fonts:delete': dynamoDbFontDeleter,
});

/** DELETE /v1/fonts/{fontId} */
export const handler = endpoint('deleteFont', runtime, ports, ({ caller, path }) =>
  deleteFont(ports, caller, path.fontId),
);
