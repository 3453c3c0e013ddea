import { failUntil } from '../../contract/errors.ts';
import type { Budget } from '../../ports/budgets.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Consumption } from '../../ports/quotas.ts';

/*
 * The daily limit of a signing key, counted beside the account's quota. It is reserved before the account's units and released when those are
 * not there: cut off between the two, it counts too much, never too little.
 */

export type KeyQuotaPorts = Pick<Ports, 'budgets:consume' | 'budgets:read'>;

/** The limit of a signing key on one day, and where it is counted. */
export interface KeyQuota {
  readonly budget: Budget & { readonly endsAt: Date };
  readonly ports: KeyQuotaPorts;
}

const exceeded = ({ limit, endsAt }: KeyQuota['budget']) => failUntil(endsAt, 'KEY_LIMIT_EXCEEDED', { limit });

/**
 * Consumes units of a key and then, with `consume`, of its account.
 *
 * @throws KEY_LIMIT_EXCEEDED with nothing consumed; what `consume` throws, with nothing consumed unless that is not known.
 */
export const consumeWithKey = async (
  { budget, ports }: KeyQuota,
  units: number,
  consume: () => Promise<Consumption>,
): Promise<Consumption> => {
  const budgets = ports['budgets:consume'];
  if (!(await budgets.consume(budget, units))) throw exceeded(budget);
  // a count that stays is too high: no reason to lose the outcome
  const release = () => budgets.release(budget, units).catch(() => undefined);
  try {
    const consumption = await consume();
    if (!consumption.granted) await release();
    return consumption;
  } catch (error) {
    if (!(error instanceof AggregateError)) await release();
    throw error;
  }
};
