import { type EngineName, engineNames } from '#engine/engine-names.ts';

/** Cases an engine is let off. */
export interface Skip {
  readonly reason: string;
  readonly cases: readonly string[];
}

export type Skips = Partial<Readonly<Record<EngineName, readonly Skip[]>>>;

/**
 * Every case for each engine, but for those it is let off: rows of engine, name and case.
 *
 * @throws where a skip names no case, or says nothing of why.
 */
export const withEachEngine = <T extends { readonly name: string }>(cases: readonly T[], skip: Skips = {}) => {
  const names = new Set(cases.map(({ name }) => name));
  return engineNames.flatMap((engine) => {
    const skipped = skip[engine] ?? [];
    for (const { reason, cases: named } of skipped)
      if (reason === '' || named.some((name) => !names.has(name))) throw new Error(`${engine}: ${reason}: ${named}`);
    const isSkipped = new Set(skipped.flatMap((one) => one.cases));
    return cases.filter(({ name }) => !isSkipped.has(name)).map((one) => [engine, one.name, one] as const);
  });
};
