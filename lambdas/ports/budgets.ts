/** A limit on work that consumes no quota, counted in a window of time. */
export interface Budget {
  /** Kind and id of who shares the budget: `account 1a2b`, `fetch host example.com`. */
  readonly owner: string;
  /** What is counted, and the window. */
  readonly name: string;
  readonly limit: number;
  /** When the window ends and its count may be deleted. @default never */
  readonly endsAt?: Date;
  /** Days for which the count is stored after its window, for the operator. @default one */
  readonly keptDays?: number;
}

/** Counts of work. Both change a count in one atomic step. */
export interface Budgets {
  /** Adds an amount. Resolves to false, with nothing added, when the limit would be exceeded. */
  consume(budget: Budget, amount: number): Promise<boolean>;
  /** Subtracts an amount. */
  release(budget: Budget, amount: number): Promise<void>;
}
