import { type LimitName, type UsageThreshold, usageThresholds } from '../../contract/schemas/usage.ts';
import { sha256Hex } from '../hash.ts';

/** A limit and how much of it is used. */
export interface LimitUse {
  readonly accountId: string;
  readonly what: LimitName;
  /** The API key or signing key whose limit it is. Absent: the account's. */
  readonly keyId?: string | undefined;
  readonly used: number;
  /** null: no limit. */
  readonly limit: number | null;
  /** When the count begins at zero again. */
  readonly periodEnd: Date;
}

/** A threshold of a limit that was reached. */
export interface UsageEvent extends LimitUse {
  /** The same for each period, limit and threshold, however often and by whichever process it is computed. */
  readonly id: string;
  readonly threshold: UsageThreshold;
  readonly limit: number;
}

const idCharacters = 32;
const getId = ({ accountId, what, keyId = '', limit, periodEnd }: LimitUse, threshold: UsageThreshold): string =>
  sha256Hex(JSON.stringify([accountId, what, keyId, periodEnd.toISOString(), limit, threshold])).slice(0, idCharacters);

/** Returns an event for each threshold that a count has reached: both when it passed them at once, none without a limit. */
export const getUsageEvents = (use: LimitUse): readonly UsageEvent[] => {
  const { used, limit } = use;
  // a plan without generations has nothing to use up
  if (limit === null || limit === 0) return [];
  const reached = usageThresholds.filter((threshold) => used * 100 >= threshold * limit);
  return reached.map((threshold) => ({ ...use, limit, threshold, id: getId(use, threshold) }));
};
