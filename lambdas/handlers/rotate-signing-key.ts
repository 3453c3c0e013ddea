import * as z from 'zod';
import { cloudFrontEdgeDenyList } from '../aws/cloudfront/edge-deny-list.ts';
import { cloudFrontEdgeKeys } from '../aws/cloudfront/edge-keys.ts';
import { cloudFrontEdgeRevocationStore } from '../aws/cloudfront/edge-revocations.ts';
import { connect } from '../aws/connect.ts';
import { dynamoDbDenyListLister } from '../aws/dynamodb/deny-list.ts';
import { dynamoDbRevocationWalker } from '../aws/dynamodb/revocations.ts';
import { secretsManagerKeyringStore } from '../aws/secrets-manager/keyring-store.ts';
import { inTime } from '../http/deadline.ts';
import { runtime } from '../runtime/runtime.ts';
import { copyDenyListToEdge } from '../usecases/keys/copy-deny-list-to-edge.ts';
import { copyRevocationsToEdge } from '../usecases/keys/copy-revocations-to-edge.ts';
import { fillEdge, keyAgeInDays, rotateSigningKey, rotationSteps } from '../usecases/keys/rotate-signing-key.ts';

const ports = connect('rotateSigningKey', {
  'keyring:rotate': secretsManagerKeyringStore,
  'edgeKeys:write': cloudFrontEdgeKeys,
  'denyList:list': dynamoDbDenyListLister,
  'edgeDenyList:write': cloudFrontEdgeDenyList,
  'revocations:walk': dynamoDbRevocationWalker,
  'edgeRevocations:write': cloudFrontEdgeRevocationStore,
});

/** A step of Secrets Manager's rotation; an event without one comes from a deployment, or once a day from the clock. */
const rotationEvent = z.union([
  z.object({ Step: z.enum(rotationSteps), ClientRequestToken: z.string().min(1) }),
  z.object({ Step: z.undefined().optional() }),
]);

/** Rotates the signing keyring step by step; without a step it makes the edge's store hold what the secret and the tables do. */
export const handler = inTime(async (event: unknown = {}, _context?: unknown): Promise<void> => {
  const call = rotationEvent.parse(event ?? {});
  if (call.Step !== undefined) return rotateSigningKey(ports, runtime, call.Step, call.ClientRequestToken);
  runtime.count({ SigningKeyAgeDays: keyAgeInDays(await fillEdge(ports, runtime), runtime.now()) });
  await copyDenyListToEdge(ports);
  await copyRevocationsToEdge(ports, runtime);
});
