import { type LimitName, type UsageThreshold, usageThresholds } from 'image-url-contract/schemas/usage.ts';
import { sha256Hex } from 'image-url-engine/values.ts';

export interface LimitUse {
  readonly accountId: string;
  readonly what: LimitName;
  /** The API key or signing key that has the limit; the account if absent. */
  readonly keyId?: string | undefined;
  readonly used: number;
  /** null: unlimited. */
  readonly limit: number | null;
  /** When the count resets. */
  readonly periodEnd: Date;
}

/** An event for a threshold that was reached. */
export interface UsageEvent extends LimitUse {
  /** Deterministic: the same for each period, limit and threshold. */
  readonly id: string;
  readonly threshold: UsageThreshold;
  readonly limit: number;
}

const idCharacters = 32;
const getId = ({ accountId, what, keyId = '', limit, periodEnd }: LimitUse, threshold: UsageThreshold): string =>
  sha256Hex(JSON.stringify([accountId, what, keyId, periodEnd.toISOString(), limit, threshold])).slice(0, idCharacters);

/** Returns an event for each threshold that a count has reached; none without a limit. */
export const getUsageEvents = (use: LimitUse): readonly UsageEvent[] => {
  const { used, limit } = use;
  // A plan without generations has no threshold.
  if (limit === null || limit === 0) return [];
  const reached = usageThresholds.filter((threshold) => used * 100 >= threshold * limit);
  return reached.map((threshold) => ({ ...use, limit, threshold, id: getId(use, threshold) }));
};
