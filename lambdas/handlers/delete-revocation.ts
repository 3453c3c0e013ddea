import { cloudFrontEdgeRevocationLifter } from '../aws/cloudfront/edge-revocations.ts';
import { connect } from '../aws/connect.ts';
import { dynamoDbCallers } from '../aws/dynamodb/callers.ts';
import { dynamoDbRevocationLifter } from '../aws/dynamodb/revocations.ts';
import { endpoint } from '../http/endpoint.ts';
import { runtime } from '../runtime/runtime.ts';
import { deleteRevocation } from '../usecases/revocations/delete-revocation.ts';

const ports = connect('deleteRevocation', {
  'callers:read': dynamoDbCallers,
  'revocations:lift': dynamoDbRevocationLifter,
  'edgeRevocations:lift': cloudFrontEdgeRevocationLifter,
});

/** DELETE /v1/revocations/{revocationId} */
export const handler = endpoint('deleteRevocation', runtime, ports, ({ caller, path }, atRequest) =>
  deleteRevocation(ports, atRequest, caller, path.revocationId),
);
