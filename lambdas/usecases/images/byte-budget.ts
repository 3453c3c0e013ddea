import type { FetchBudget } from '../../ports/images.ts';

/** The part of a byte budget that one fetch holds. */
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

const getSum = (slots: readonly BudgetSlot[]): number => slots.reduce((sum, { held }) => sum + held, 0);

/**
 * Byte budget for the remote images of one tree, which arrive in any order. An image that fits together with those
 * before it in the document evicts images after it, the last one first. An image that does not fit is rejected.
 */
export class ByteBudget {
  private readonly slots: BudgetSlot[] = [];
  private readonly bytes: number;

  constructor(bytes: number) {
    this.bytes = bytes;
  }

  /** Returns a part of the budget that comes after all existing ones in document order. */
  position(): BudgetSlot {
    const slot = new BudgetSlot(this);
    this.slots.push(slot);
    return slot;
  }

  evictFor(slot: BudgetSlot): void {
    const before = this.slots.slice(0, this.slots.indexOf(slot) + 1);
    if (getSum(before) > this.bytes) slot.lose();
    while (getSum(this.slots) > this.bytes) this.slots.findLast(({ held }) => held > 0)?.lose();
  }
}
