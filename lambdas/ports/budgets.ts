/** A bound on what an account may cause without a unit, counted in a window of its own. */
export interface Budget {
  /** The account, or whatever else it is that shares the budget. */
  readonly owner: string;
  /** What is counted, and the window it is counted in. */
  readonly name: string;
  readonly limit: number;
  /** When the window is over and its count may be deleted. @default it is kept */
  readonly endsAt?: Date;
}

/** Counts what budgets bound. A count may come out too high after a lost answer or a killed process, never too low. */
export interface Budgets {
  /** Adds an amount in one atomic step; false, with nothing added, when the limit would be exceeded. */
  consume(budget: Budget, amount: number): Promise<boolean>;
  /** Takes an amount off again. */
  release(budget: Budget, amount: number): Promise<void>;
}

export interface BudgetReader {
  /** Returns the amount consumed so far. */
  used(budget: Budget): Promise<number>;
}
