import { useEffect, useRef, useState } from 'preact/hooks';
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
  const newest = useRef<AbortController>(undefined);
  const load = async (): Promise<void> => {
    // an earlier request would show what was there before
    newest.current?.abort();
    const controller = new AbortController();
    newest.current = controller;
    const { signal } = controller;
    try {
      setValue(await ask<T>('GET', path, undefined, signal));
      setProblem('');
    } catch (error) {
      if (!isAborted(error)) setProblem(getMessage(error));
    }
  };
  useEffect(() => {
    void load();
    return () => newest.current?.abort();
  }, [path]);
  return { value, problem, reload: load };
};
