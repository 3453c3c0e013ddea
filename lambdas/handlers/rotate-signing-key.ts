import * as z from 'zod';
import { cloudFrontEdgeDenials } from '../aws/cloudfront-edge-denials.ts';
import { cloudFrontEdgeKeys } from '../aws/cloudfront-edge-keys.ts';
import { connect } from '../aws/connect.ts';
import { dynamoDbDenialList } from '../aws/dynamodb-denials.ts';
import { secretsManagerKeyringKeeper } from '../aws/secrets-keyring-keeper.ts';
import { inTime } from '../http/deadline.ts';
import { runtime } from '../runtime.ts';
import { fillDenials } from '../usecases/fill-denials.ts';
import { fillEdge, rotateSigningKey, rotationSteps } from '../usecases/rotate-signing-key.ts';

const ports = connect('rotateSigningKey', {
  'keyring:rotate': secretsManagerKeyringKeeper,
  'edgeKeys:write': cloudFrontEdgeKeys,
  'denials:list': dynamoDbDenialList,
  'edgeDenials:write': cloudFrontEdgeDenials,
});

/** A step of Secrets Manager's rotation; an event without one comes from a deployment. */
const rotationEvent = z.union([
  z.object({ Step: z.enum(rotationSteps), ClientRequestToken: z.string().min(1) }),
  z.object({ Step: z.undefined().optional() }),
]);

/** Rotates the signing keyring step by step; on deployments fills the edge's store with keys and denials. */
export const handler = inTime(async (event: unknown = {}, _context?: unknown): Promise<void> => {
  const call = rotationEvent.parse(event ?? {});
  if (call.Step !== undefined) return rotateSigningKey(ports, runtime, call.Step, call.ClientRequestToken);
  await fillEdge(ports, runtime);
  await fillDenials(ports);
});
