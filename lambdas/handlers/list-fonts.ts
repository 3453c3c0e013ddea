import { connect } from '../aws/connect.ts';
import { dynamoDbCallers } from '../aws/dynamodb/callers.ts';
import { dynamoDbFontLister } from '../aws/dynamodb/fonts.ts';
import { endpoint } from '../http/endpoint.ts';
import { runtime } from '../runtime/runtime.ts';
import { listFonts } from '../usecases/fonts/list-fonts.ts';

const ports = connect('listFonts', {
  'callers:read': dynamoDbCallers,
  'fonts:read': dynamoDbFontLister,
});

/** GET /v1/fonts */
export const handler = endpoint('listFonts', runtime, ports, ({ caller }) => listFonts(ports, caller));
