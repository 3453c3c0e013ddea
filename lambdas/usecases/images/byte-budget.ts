import type { FetchBudget } from '../../ports/images.ts';

/** One fetch's part of the room. */
export class SourcePosition implements FetchBudget {
  /** Bytes that were announced or have arrived, also when there was no room for them. */
  wanted = 0;
  /** Bytes of the room that are taken by it. */
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

  /** Gives its part back. */
  leave(): void {
    this.held = 0;
  }

  lose(): void {
    this.held = 0;
    this.losing.abort();
  }
}

const getSum = (positions: readonly SourcePosition[]): number => positions.reduce((sum, { held }) => sum + held, 0);

/**
 * Room for the remote images of one tree, which arrive in any order. Whoever fits beside those before it in the document
 * takes the room of those after it, the last of them first; whoever does not leaves.
 */
export class ByteBudget {
  private readonly positions: SourcePosition[] = [];
  private readonly bytes: number;

  constructor(bytes: number) {
    this.bytes = bytes;
  }

  /** A place after all those given out before. */
  position(): SourcePosition {
    const position = new SourcePosition(this);
    this.positions.push(position);
    return position;
  }

  evictFor(position: SourcePosition): void {
    const before = this.positions.slice(0, this.positions.indexOf(position) + 1);
    if (getSum(before) > this.bytes) position.lose();
    while (getSum(this.positions) > this.bytes) this.positions.findLast(({ held }) => held > 0)?.lose();
  }
}
