import type { FetchBudget } from '../../ports/images.ts';

/** Part of a byte budget that one fetch holds. */
export class BudgetSlot implements FetchBudget {
  /** Bytes that were announced or received, including those that did not fit. */
  wanted = 0;
  /** Bytes of the budget that it holds. */
  held = 0;
  private readonly budget: ByteBudget;
  private readonly losing = new AbortController();

  constructor(budget: ByteBudget) {
    this.budget = budget;
  }

  get lost(): AbortSignal {
    return this.losing.signal;
  }

  grow(toBytes: number): boolean {
    if (this.lost.aborted) return false;
    this.wanted = Math.max(this.wanted, toBytes);
    this.held = this.wanted;
    this.budget.evictFor(this);
    return !this.lost.aborted;
  }

  /** Releases its bytes. */
  leave(): void {
    this.held = 0;
  }

  lose(): void {
    this.held = 0;
    this.losing.abort();
  }
}

const getSum = (positions: readonly BudgetSlot[]): number => positions.reduce((sum, { held }) => sum + held, 0);

/**
 * Byte budget for the remote images of one tree, which arrive in any order. An image that fits together with those
 * before it in the document evicts images after it, the last one first. An image that does not fit is rejected.
 */
export class ByteBudget {
  private readonly positions: BudgetSlot[] = [];
  private readonly bytes: number;

  constructor(bytes: number) {
    this.bytes = bytes;
  }

  /** Returns a part of the budget that comes after all existing ones in document order. */
  position(): BudgetSlot {
    const position = new BudgetSlot(this);
    this.positions.push(position);
    return position;
  }

  evictFor(position: BudgetSlot): void {
    const before = this.positions.slice(0, this.positions.indexOf(position) + 1);
    if (getSum(before) > this.bytes) position.lose();
    while (getSum(this.positions) > this.bytes) this.positions.findLast(({ held }) => held > 0)?.lose();
  }
}
