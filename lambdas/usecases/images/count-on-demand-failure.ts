import { type ErrorCode, ServiceError } from '../../contract/errors.ts';
import type { Runtime } from '../../ports/runtime.ts';

type Metric = keyof Parameters<Runtime['count']>[0];

/** Metrics of failures that the account can fix. */
const metrics: Partial<Record<ErrorCode, Metric>> = {
  INVALID_VARIABLES: 'InvalidVariables',
  TEMPLATE_NOT_FOUND: 'MissingTemplates',
  VERSION_NOT_FOUND: 'MissingTemplates',
  QUOTA_EXCEEDED: 'LimitsReached',
  SUBSCRIPTION_INACTIVE: 'InactiveAccounts',
};

/** Errors of URLs that are not genuine or no longer delivered. */
const ends: readonly ErrorCode[] = ['INVALID_SIGNATURE', 'URL_EXPIRED', 'URL_DENIED', 'URL_REVOKED'];

/** Counts a genuine on-demand URL that could not be frozen, by reason, even if the fallback image is delivered. */
export const countOnDemandFailure = (runtime: Pick<Runtime, 'count'>, error: unknown): void => {
  const code: ErrorCode | undefined = error instanceof ServiceError ? error.code : undefined;
  if (code !== undefined && ends.includes(code)) return;
  runtime.count({ [(code && metrics[code]) ?? 'FailedFirstRenders']: 1 });
};
