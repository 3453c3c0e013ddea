import { connect } from '../aws/connect.ts';
import { dynamoDbCallers } from '../aws/dynamodb/callers.ts';
import { dynamoDbSigningKeyReader } from '../aws/dynamodb/signing-keys.ts';
import { endpoint } from '../http/endpoint.ts';
import { runtime } from '../runtime/runtime.ts';
import { listSigningKeys } from '../usecases/keys/list-signing-keys.ts';

const ports = connect('listSigningKeys', {
  'callers:read': dynamoDbCallers,
  'accountKeys:read': dynamoDbSigningKeyReader,
});

/** GET /v1/signing-keys */
export const handler = endpoint('listSigningKeys', runtime, ports, ({ caller }) => listSigningKeys(ports, caller));
