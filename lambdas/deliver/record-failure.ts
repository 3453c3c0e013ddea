import { isServiceError, type ServiceError } from 'image-url-contract/errors.ts';
import { getFailureText, RenderJobError } from 'image-url-engine/errors.ts';
import type { DeliveredImage } from '../ports/images.ts';
import type { Ports } from '../ports/ports.ts';
import type { Runtime } from '../ports/runtime.ts';

/** The account and template that an image belongs to. */
export interface Origin {
  readonly accountId: string;
  readonly templateId: string;
  /** Group of failures that anybody can cause. @default none */
  readonly failureGroup?: string | undefined;
}

/** Returns whether the image itself cannot be rendered. Other errors are temporary: no worker, time or storage. */
export const isOwnFault = (error: unknown): boolean => isServiceError(error) && error.cause instanceof RenderJobError;

/** What is probably wrong in an image that is delivered; without entries, nothing is. */
export interface ImageWarnings {
  /** What is probably wrong with the variables. */
  readonly variables?: readonly string[] | undefined;
  /** Remote files that hold what is not rendered. */
  readonly svg?: readonly string[] | undefined;
}

/** Returns what an image that was rendered for this request does not show of remote files; undefined of a stored one. */
export const getNewSvgNotes = ({ timings, svgNotes }: DeliveredImage): ImageWarnings['svg'] => timings && svgNotes;

/** Returns a failure to record; undefined if nothing is wrong. */
const toFailure = (problem: ServiceError | ImageWarnings) => {
  if (problem instanceof Error) return { kind: 'error', code: problem.code, message: describe(problem) } as const;
  const warnings = Object.entries(problem).filter(([, notes]) => notes?.length);
  const [[code] = []] = warnings;
  return code && ({ kind: 'warning', code, message: warnings.flatMap(([, notes]) => notes).join(', ') } as const);
};

/** Records a failed URL for the account, or one with warnings, unless it is closed. An error while recording is only logged. */
export const recordFailure = async (
  ports: Pick<Ports, 'closedAccounts:read' | 'renderFailures:add'> & {
    readonly 'pageFailures:add'?: Ports['pageFailures:add'];
  },
  runtime: Runtime,
  { accountId, templateId, failureGroup }: Origin,
  path: string,
  problem: ServiceError | ImageWarnings,
): Promise<void> => {
  const described = toFailure(problem);
  if (!described) return;
  try {
    if (await ports['closedAccounts:read'].isClosed(accountId)) return;
    const failure = { path, templateId, ...described, failedAt: runtime.now() };
    const ofGroups = ports['pageFailures:add'];
    await (failureGroup !== undefined && ofGroups
      ? ofGroups.add(accountId, failure, failureGroup)
      : ports['renderFailures:add'].add(accountId, failure));
  } catch (cause) {
    runtime.log('error', 'render failure not recorded', { cause });
  }
};

/**
 * Records an image that a request has just tried to render and that can never be rendered. Does nothing for any other
 * error: of a failure that is still in force, of the service, of a URL that has ended.
 */
export const recordRenderFailure = async (
  ports: Parameters<typeof recordFailure>[0],
  runtime: Runtime,
  origin: Origin,
  path: string,
  error: unknown,
): Promise<void> => {
  if (isServiceError(error) && isOwnFault(error.cause)) await recordFailure(ports, runtime, origin, path, error);
};

/** Returns the message, with the reason if the image itself cannot be rendered. */
const describe = (error: ServiceError): string => {
  const { cause } = isServiceError(error.cause) ? error.cause : error;
  return cause instanceof RenderJobError
    ? `${error.message.replace(/\.$/, '')}: ${getFailureText(cause)}`
    : error.message;
};
