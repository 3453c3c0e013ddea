let listener: () => void = () => undefined;

/** Registers the one callback for "a worker was killed". */
export const onKill = (listen: () => void): void => {
  listener = listen;
};

/** Calls it: an untrusted job exceeded its limits or broke its worker, which was killed. */
export const countKill = (): void => listener();
