/** Whether an error may have left the layout's memory damaged: then nothing more can be asked of its process. */
export const isDamage = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'RuntimeError' || error instanceof RangeError);

/** Whether a layout throws. @throws what damages */
export const fails = async (layOut: () => Promise<unknown>): Promise<boolean> => {
  try {
    await layOut();
    return false;
  } catch (error) {
    if (isDamage(error)) throw error;
    return true;
  }
};
