import * as z from 'zod';
import { cloudFrontEdgeKeys } from '../aws/cloudfront-edge-keys.ts';
import { connect } from '../aws/connect.ts';
import { secretsManagerKeyringKeeper } from '../aws/secrets-keyring-keeper.ts';
import { inTime } from '../http/deadline.ts';
import { world } from '../http/world.ts';
import { fillEdge, rotateSigningKey, rotationSteps } from '../usecases/rotate-signing-key.ts';

const ports = connect('rotateSigningKey', {
  'keyring:rotate': secretsManagerKeyringKeeper,
  'edgeKeys:write': cloudFrontEdgeKeys,
});

/** A step of Secrets Manager's rotation; an event without one comes from a deployment. */
const rotationEvent = z.union([
  z.object({ Step: z.enum(rotationSteps), ClientRequestToken: z.string().min(1) }),
  z.object({ Step: z.undefined().optional() }),
]);

/** Rotates the signing keyring step by step; on deployments fills the edge's key store. */
export const handler = inTime(async (event: unknown = {}, _context?: unknown): Promise<void> => {
  const call = rotationEvent.parse(event ?? {});
  if (call.Step === undefined) return fillEdge(ports, world);
  await rotateSigningKey(ports, world, call.Step, call.ClientRequestToken);
});
