let listener: () => void = () => undefined;

/** Registers the callback for killed workers; replaces an earlier one. */
export const onKill = (listen: () => void): void => {
  listener = listen;
};

/** Reports a killed worker: its untrusted job exceeded a limit or crashed it. */
export const countKill = (): void => listener();
