let listener: () => void = () => undefined;

/** Has every end by force of a thread or process told to one listener of this process. */
export const onKill = (tell: () => void): void => {
  listener = tell;
};

/** Says that untrusted work overran or broke what it ran in, and was ended by force. */
export const tellKill = (): void => listener();
