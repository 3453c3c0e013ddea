import * as z from 'zod';
import { cloudFrontEdgeDenials } from '../aws/cloudfront-edge-denials.ts';
import { cloudFrontEdgeKeys } from '../aws/cloudfront-edge-keys.ts';
import { cloudFrontEdgeRevocationKeeper } from '../aws/cloudfront-edge-revocations.ts';
import { connect } from '../aws/connect.ts';
import { dynamoDbDenialList } from '../aws/dynamodb-denials.ts';
import { dynamoDbRevocationWalker } from '../aws/dynamodb-revocations.ts';
import { secretsManagerKeyringKeeper } from '../aws/secrets-keyring-keeper.ts';
import { inTime } from '../http/deadline.ts';
import { runtime } from '../runtime.ts';
import { fillDenials } from '../usecases/fill-denials.ts';
import { fillRevocations } from '../usecases/fill-revocations.ts';
import { fillEdge, rotateSigningKey, rotationSteps } from '../usecases/rotate-signing-key.ts';

const ports = connect('rotateSigningKey', {
  'keyring:rotate': secretsManagerKeyringKeeper,
  'edgeKeys:write': cloudFrontEdgeKeys,
  'denials:list': dynamoDbDenialList,
  'edgeDenials:write': cloudFrontEdgeDenials,
  'revocations:walk': dynamoDbRevocationWalker,
  'edgeRevocations:keep': cloudFrontEdgeRevocationKeeper,
});

/** A step of Secrets Manager's rotation; an event without one comes from a deployment, or once a day from the clock. */
const rotationEvent = z.union([
  z.object({ Step: z.enum(rotationSteps), ClientRequestToken: z.string().min(1) }),
  z.object({ Step: z.undefined().optional() }),
]);

const dayMs = 86_400_000;

/** Rotates the signing keyring step by step; without a step it makes the edge's store hold what the secret and the tables do. */
export const handler = inTime(async (event: unknown = {}, _context?: unknown): Promise<void> => {
  const call = rotationEvent.parse(event ?? {});
  if (call.Step !== undefined) return rotateSigningKey(ports, runtime, call.Step, call.ClientRequestToken);
  const { keys } = await fillEdge(ports, runtime);
  const newest = Math.max(...keys.map(({ signFrom }) => signFrom));
  runtime.count({ SigningKeyAgeDays: Math.max(0, Math.floor((runtime.now().getTime() - newest) / dayMs)) });
  await fillDenials(ports);
  await fillRevocations(ports, runtime);
});
