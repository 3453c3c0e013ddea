import { useEffect, useState } from 'preact/hooks';
import { ask, getMessage, isAborted } from '../session/service.ts';

interface Loaded<T> {
  /** Undefined until the service has responded. */
  readonly value: T | undefined;
  /** Why there is no current value. */
  readonly problem: string;
  readonly reload: () => Promise<void>;
}

/** Returns what a path of the service responds with, requested when the component appears and again by `reload`. */
export const useLoaded = <T>(path: string): Loaded<T> => {
  const [value, setValue] = useState<T>();
  const [problem, setProblem] = useState('');
  const load = async (signal?: AbortSignal): Promise<void> => {
    try {
      setValue(await ask<T>('GET', path, undefined, signal));
      setProblem('');
    } catch (error) {
      if (!isAborted(error)) setProblem(getMessage(error));
    }
  };
  useEffect(() => {
    const given = new AbortController();
    void load(given.signal);
    return () => given.abort();
  }, [path]);
  return { value, problem, reload: () => load() };
};
