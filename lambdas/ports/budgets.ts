/** A limit on work that consumes no quota, counted in a window. */
export interface Budget {
  /** The account, or another subject that shares the budget, such as a host. */
  readonly owner: string;
  /** What is counted, and the window it is counted in. */
  readonly name: string;
  readonly limit: number;
  /** When the window is over and its count may be deleted. @default never */
  readonly endsAt?: Date;
}

/** Counts what budgets bound. A count may come out too high after a lost answer or a killed process, never too low. */
export interface Budgets {
  /** Adds an amount in one atomic step; false, with nothing added, when the limit would be exceeded. */
  consume(budget: Budget, amount: number): Promise<boolean>;
  /** Subtracts an amount. */
  release(budget: Budget, amount: number): Promise<void>;
}

export interface BudgetReader {
  /** Returns the amount consumed so far. */
  used(budget: Budget): Promise<number>;
}
