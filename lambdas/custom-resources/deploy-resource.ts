import {
  type CustomResourceAnswer,
  type CustomResourceEnvelope,
  type CustomResourceRequest,
  customResourceRequest,
} from 'image-url-contract/custom-resources.ts';
import type { PortsOf } from '../ports/ports.ts';
import type { Runtime } from '../ports/runtime.ts';
import { deployAccount } from './deploy-account.ts';
import { deployApiKey, removeApiKey } from './deploy-api-key.ts';
import { deployTemplateSet, removeTemplateSet } from './deploy-template-set.ts';
import { type Deployed, DeploymentError, TemporaryError } from './deployment-error.ts';

/** Pauses between tries in seconds: IAM changes take effect after some seconds. */
const pausesSeconds = [1, 2, 4, 8, 15, 30, 30] as const;
/** Milliseconds after the first try in which others may start. */
const retriesMs = 120_000;

/** Below CloudFormation's limit of 4,096 bytes per response. */
const reasonCharacters = 800;

/** Creates, changes or removes the resource of a request. */
const deploy = async (
  ports: PortsOf<'deployResource'>,
  runtime: Runtime,
  request: CustomResourceRequest,
): Promise<Partial<Deployed>> => {
  const { ResourceType, ResourceProperties: properties } = request;
  if (request.RequestType === 'Delete') {
    const { PhysicalResourceId: id } = request;
    if (ResourceType === 'Custom::ImageUrlApiKey') await removeApiKey(ports, runtime, id, properties);
    if (ResourceType === 'Custom::ImageUrlTemplates') await removeTemplateSet(ports, runtime, id, properties);
    return {};
  }
  if (ResourceType === 'Custom::ImageUrlAccount') return deployAccount(ports, runtime, request, properties);
  if (ResourceType === 'Custom::ImageUrlApiKey') return deployApiKey(ports, runtime, request, properties);
  return deployTemplateSet(ports, runtime, request, properties);
};

const isTemporary = (error: unknown): boolean =>
  error instanceof TemporaryError ||
  (error instanceof Error && ['AccessDenied', 'AccessDeniedException'].includes(error.name));

const retry = async <T>(
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

/** Physical id of a resource that could not be created; no account, key or template has this form. */
const notCreated = 'not-created:';

/** Parses a request. @throws DeploymentError naming the invalid property */
const read = (event: unknown): CustomResourceRequest => {
  const { success, data, error } = customResourceRequest.safeParse(event);
  if (success) return data;
  const [issue] = error.issues;
  throw new DeploymentError(`${issue?.path.join('.')}: ${issue?.message}`);
};

/** Returns the reason to report; for an unexpected error, only where to find the log. */
const getReason = (error: unknown, requestId: string): string => {
  const message =
    error instanceof DeploymentError
      ? error.message
      : `The deployment failed; the log of the function says why (request ${requestId}).`;
  return message.length > reasonCharacters ? `${message.slice(0, reasonCharacters)}…` : message;
};

/**
 * Handles a request for a custom resource. Every request may be repeated, also after it has succeeded.
 *
 * @param event the whole request, including `envelope`
 * @param pause waits between two tries
 * @returns the response for CloudFormation, which never contains a key
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
    // CloudFormation cleans up a failed creation by deleting its physical id
    const isNothing = RequestType === 'Delete' && known.startsWith(notCreated);
    const request = isNothing ? undefined : read(event);
    const deployed = request && (await retry(runtime, pause, () => deploy(ports, runtime, request)));
    const { physicalId = known, attributes } = deployed ?? {};
    return { Status: 'SUCCESS', PhysicalResourceId: physicalId, ...ids, ...(attributes && { Data: attributes }) };
  } catch (cause) {
    // CloudFormation waits for a response in every case
    runtime.log('error', 'a custom resource could not be deployed', { cause, LogicalResourceId });
    return { Status: 'FAILED', Reason: getReason(cause, RequestId), PhysicalResourceId: known, ...ids };
  }
};
