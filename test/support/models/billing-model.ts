import { type PlanName, plans } from '../../../lambdas/domain/quota/plans.ts';
import type { AccountStatus } from '../../../lambdas/domain/quota/subscription.ts';

/**
 * The month a moment lies in, counted without any library: the k-th month of an anchor begins on its day of the month, or
 * on the month's last day where that is earlier, at its time of day in UTC.
 */
export const getMonth = (anchor: Date, now: Date): { readonly start: Date; readonly end: Date } => {
  const boundary = (k: number): Date => {
    const month = anchor.getUTCMonth() + k;
    const lastDay = new Date(Date.UTC(anchor.getUTCFullYear(), month + 1, 0)).getUTCDate();
    const day = Math.min(anchor.getUTCDate(), lastDay);
    const timeOfDay = anchor.getTime() % 86_400_000;
    return new Date(Date.UTC(anchor.getUTCFullYear(), month, day) + timeOfDay);
  };
  let k = 0;
  while (boundary(k + 1) <= now) k += 1;
  return { start: boundary(k), end: boundary(k + 1) };
};

interface Change {
  readonly plan?: PlanName;
  readonly status?: AccountStatus;
  readonly mintsUsed?: number;
}

/** The plainest model of an account: its counts in a map by month. */
export class Model {
  private readonly anchor: Date;
  private currentPlan: PlanName;
  private currentStatus: AccountStatus = 'active';
  /** Until when a canceled account has paid: the end of the month that people saw when it was last looked at. */
  private paidUntil: Date;
  private readonly counts = new Map<number, { mints: number; generations: number }>();

  constructor(anchor: Date, plan: PlanName) {
    this.anchor = anchor;
    this.currentPlan = plan;
    this.paidUntil = getMonth(anchor, anchor).end;
  }

  private month(now: Date) {
    const key = getMonth(this.anchor, now).start.getTime();
    const count = this.counts.get(key) ?? { mints: 0, generations: 0 };
    this.counts.set(key, count);
    return count;
  }

  private isServed(now: Date): boolean {
    if (this.currentStatus === 'canceled') return now < this.paidUntil;
    return this.currentStatus === 'active' || this.currentStatus === 'trialing';
  }

  plan = (): PlanName => this.currentPlan;
  status = (_now: Date): AccountStatus => this.currentStatus;
  mintLimit = (): number => plans[this.currentPlan].mints;
  used = (now: Date) => ({ ...this.month(now) });
  left = (now: Date): number => (this.isServed(now) ? Math.max(0, this.mintLimit() - this.month(now).mints) : 0);

  take(units: number, now: Date): void {
    this.month(now).mints += units;
  }

  mint(units: number, now: Date): string {
    if (!this.isServed(now)) return 'inactive';
    if (units > this.left(now)) return 'quota';
    this.take(units, now);
    return 'ok';
  }

  generate(now: Date): string {
    if (!this.isServed(now)) return 'inactive';
    const month = this.month(now);
    if (month.generations >= plans[this.currentPlan].generations) return 'quota';
    month.generations += 1;
    return 'ok';
  }

  set({ plan, status, mintsUsed }: Change, now: Date): void {
    // an account that goes on is seen in the month it is in
    if (this.currentStatus !== 'canceled' && this.currentStatus !== 'expired' && this.paidUntil <= now)
      this.paidUntil = getMonth(this.anchor, now).end;
    this.currentPlan = plan ?? this.currentPlan;
    this.currentStatus = status ?? this.currentStatus;
    if (mintsUsed !== undefined) this.month(now).mints = mintsUsed;
  }

  /** The scheduled reset: ends what was canceled and is over, and moves the others on. Counts stay as they are. */
  reset(now: Date): void {
    if (now < this.paidUntil || this.currentStatus === 'expired') return;
    if (this.currentStatus === 'canceled') this.currentStatus = 'expired';
    else this.paidUntil = getMonth(this.anchor, now).end;
  }
}

export const newModel = (anchor: Date, plan: PlanName): Model => new Model(anchor, plan);
