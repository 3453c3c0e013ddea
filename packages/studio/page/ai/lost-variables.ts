interface Named {
  readonly name: string;
}

/** Returns the names of variables that a revision no longer has. */
export const getLost = (before: readonly Named[], after: readonly Named[]): string[] =>
  before.map(({ name }) => name).filter((name) => !after.some((variable) => variable.name === name));
