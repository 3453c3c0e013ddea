/** An engine rejected a tree; `cause` is the error of its library. Bugs in other code are other errors. */
export class EngineRejection extends Error {
  override readonly name: string = 'EngineRefusal';
  constructor(cause: unknown, message = cause instanceof Error ? cause.message : String(cause)) {
    super(message, { cause });
  }
}

/**
 * The text for people where a native library fails: what it says is about its own values, not about the template. The
 * library's message is the cause, for the log.
 */
export const nativeFailure =
  'its engine fails without a reason that helps. Leave out styles of the element, or its children, to find the cause.';

/** The engine failed and may have damaged its memory: the process must not render again. */
export class EngineDamage extends EngineRejection {
  override readonly name = 'EngineDamage';
}

/** Returns whether an engine rejects something. @throws EngineDamage, and every error that is not a rejection. */
export const isRejected = async (render: () => Promise<unknown>): Promise<boolean> => {
  try {
    await render();
    return false;
  } catch (error) {
    if (!(error instanceof EngineRejection) || error instanceof EngineDamage) throw error;
    return true;
  }
};
