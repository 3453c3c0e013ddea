import type { Primordials } from './primordials.ts';

/** Returns the value of a promise or another thenable. @throws the reason of its rejection */
export type Settle = (promise: object) => unknown;

/**
 * Returns a function that waits for a promise by running the pending jobs. Nothing in a template happens later than in
 * a job, so a promise that is pending when no job is left stays so. Runs inside the sandbox as text: refers to nothing
 * outside itself.
 *
 * @param runJobs runs all pending jobs, including those that they add
 */
export function promiseSettler({ NativeError, NativePromise, promiseThen }: Primordials, runJobs: () => void): Settle {
  return (promise) => {
    let state = 'pending';
    let result: unknown;
    const settleAs = (how: string) => (value: unknown) => {
      state = how;
      result = value;
    };
    const whole = new NativePromise((resolve) => resolve(promise));
    promiseThen(whole, settleAs('fulfilled'), settleAs('rejected'));
    runJobs();
    if (state === 'pending') throw new NativeError('This promise never settles: nothing resolves or rejects it.');
    if (state === 'rejected') throw result;
    return result;
  };
}
