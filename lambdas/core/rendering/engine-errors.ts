/** An engine cannot render a tree; the cause is what its library threw. Mistakes of the code around it are other errors. */
export class EngineRefusal extends Error {
  override readonly name: string = 'EngineRefusal';
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** The engine has failed in a way that may have damaged its memory: the process must not render again. */
export class EngineDamage extends EngineRefusal {
  override readonly name = 'EngineDamage';
}

/** Whether an engine refuses something. @throws EngineDamage, and whatever is no refusal. */
export const isRefused = async (render: () => Promise<unknown>): Promise<boolean> => {
  try {
    await render();
    return false;
  } catch (error) {
    if (!(error instanceof EngineRefusal) || error instanceof EngineDamage) throw error;
    return true;
  }
};
