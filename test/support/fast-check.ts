import fc from 'fast-check';
import { isSoak } from './effort.ts';

// the same cases in every run, so that a change is what turns a test red; `npm run soak` looks for new ones
if (!isSoak) fc.configureGlobal({ seed: 1 });

export { fc };

/** A choice of `fc.oneof` that comes so often. */
export const weighted = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary });
