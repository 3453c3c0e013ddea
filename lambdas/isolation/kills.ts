let listener: () => void = () => undefined;

/** Registers the one callback for "a process or thread was killed". */
export const onKill = (tell: () => void): void => {
  listener = tell;
};

/** Calls it: untrusted work overran or broke what it ran in, which was killed. */
export const tellKill = (): void => listener();
