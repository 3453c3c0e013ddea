import {
  type CustomResourceAnswer,
  type CustomResourceEnvelope,
  type CustomResourceRequest,
  customResourceRequest,
} from '../../contract/custom-resources.ts';
import type { PortsOf } from '../../ports/ports.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { deployAccount } from './deploy-account.ts';
import { deployApiKey, removeApiKey } from './deploy-api-key.ts';
import { deployTemplate, removeTemplate } from './deploy-template.ts';
import { type Deployed, DeploymentError, TemporaryError } from './deployment-error.ts';

/** Pauses between attempts, in seconds: a role that was just given a permission has it some seconds later. */
const pausesSeconds = [1, 2, 4, 8, 15, 30, 30] as const;
/** No attempt begins later than this after the first. */
const retriesMs = 120_000;

/** CloudFormation takes answers of 4,096 bytes. */
const reasonCharacters = 800;

const create = (
  ports: PortsOf<'deployResource'>,
  runtime: Runtime,
  request: CustomResourceRequest,
): Promise<Deployed> => {
  const { ResourceType, ResourceProperties: properties } = request;
  if (ResourceType === 'Custom::ImageUrlAccount') return deployAccount(ports, runtime, request, properties);
  if (ResourceType === 'Custom::ImageUrlApiKey') return deployApiKey(ports, runtime, request, properties);
  return deployTemplate(ports, runtime, request, properties);
};

const remove = async (
  ports: PortsOf<'deployResource'>,
  runtime: Runtime,
  { ResourceType, ResourceProperties: properties }: CustomResourceRequest,
  id: string,
): Promise<void> => {
  if (ResourceType === 'Custom::ImageUrlApiKey') await removeApiKey(ports, runtime, id, properties);
  if (ResourceType === 'Custom::ImageUrlTemplate') await removeTemplate(ports, runtime, id, properties);
};

const isTemporary = (error: unknown): boolean =>
  error instanceof TemporaryError ||
  (error instanceof Error && ['AccessDenied', 'AccessDeniedException'].includes(error.name));

const retrying = async <T>(
  runtime: Runtime,
  pause: (ms: number) => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> => {
  const began = runtime.now().getTime();
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const seconds = pausesSeconds[attempt];
      const isLate = runtime.now().getTime() - began > retriesMs;
      if (!isTemporary(error) || seconds === undefined || isLate) throw error;
      runtime.log('warn', 'a custom resource is tried again', { reason: (error as Error).message });
      await pause(seconds * 1_000);
    }
  }
};

/** Physical id of what could not be created: no account, key or template has it. */
const notCreated = 'not-created:';

/** Returns a request that is understood. @throws DeploymentError naming the property at fault */
const read = (event: unknown): CustomResourceRequest => {
  const { success, data, error } = customResourceRequest.safeParse(event);
  if (success) return data;
  const [issue] = error.issues;
  throw new DeploymentError(`${issue?.path.join('.')}: ${issue?.message}`);
};

const settle = async (
  ports: PortsOf<'deployResource'>,
  runtime: Runtime,
  event: unknown,
  pause: (ms: number) => Promise<unknown>,
): Promise<Partial<Deployed>> => {
  const request = read(event);
  if (request.RequestType !== 'Delete') return retrying(runtime, pause, () => create(ports, runtime, request));
  await retrying(runtime, pause, () => remove(ports, runtime, request, request.PhysicalResourceId));
  return {};
};

/** Returns what may be said of a failure; of an unexpected one only where to look. */
const reasonOf = (error: unknown, requestId: string): string => {
  const message =
    error instanceof DeploymentError
      ? error.message
      : `The deployment failed; the log of the function says why (request ${requestId}).`;
  return message.length > reasonCharacters ? `${message.slice(0, reasonCharacters)}…` : message;
};

/**
 * Does what CloudFormation asks for a custom resource. Every request may be repeated, also after it was done.
 *
 * @param event the whole request, of which `envelope` is what an answer needs.
 * @param pause waits between two attempts.
 * @returns the answer for CloudFormation, which never holds a key.
 */
export const deployResource = async (
  ports: PortsOf<'deployResource'>,
  runtime: Runtime,
  { StackId, RequestId, LogicalResourceId, RequestType, PhysicalResourceId }: CustomResourceEnvelope,
  event: unknown,
  pause: (ms: number) => Promise<unknown>,
): Promise<CustomResourceAnswer> => {
  const ids = { StackId, RequestId, LogicalResourceId };
  const known = PhysicalResourceId ?? `${notCreated}${RequestId}`;
  try {
    // what a failed creation is cleaned up with
    const isNothing = RequestType === 'Delete' && known.startsWith(notCreated);
    const { physicalId = known, attributes } = isNothing ? {} : await settle(ports, runtime, event, pause);
    return { Status: 'SUCCESS', PhysicalResourceId: physicalId, ...ids, ...(attributes && { Data: attributes }) };
  } catch (cause) {
    // CloudFormation waits for an answer, whatever happened
    runtime.log('error', 'a custom resource could not be deployed', { cause, LogicalResourceId });
    return { Status: 'FAILED', Reason: reasonOf(cause, RequestId), PhysicalResourceId: known, ...ids };
  }
};
