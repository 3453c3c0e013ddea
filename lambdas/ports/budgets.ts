/** A limit on work that consumes no quota, counted in a window of time. */
export interface Budget {
  /** The account, or another subject that shares the budget, such as a host. */
  readonly owner: string;
  /** What is counted, and the window. */
  readonly name: string;
  readonly limit: number;
  /** When the window ends and its count may be deleted. @default never */
  readonly endsAt?: Date;
}

/** Counts work against budgets. After a lost response or a killed process a count may be too high, never too low. */
export interface Budgets {
  /** Adds an amount in one atomic step. Resolves to false, with nothing added, when the limit would be exceeded. */
  consume(budget: Budget, amount: number): Promise<boolean>;
  /** Subtracts an amount. */
  release(budget: Budget, amount: number): Promise<void>;
}

export interface BudgetReader {
  /** Returns the amount consumed so far. */
  used(budget: Budget): Promise<number>;
}
