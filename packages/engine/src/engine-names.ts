/** Render engines, in the order in which documents and messages list them. */
export const engineNames = ['satori', 'takumi'] as const;
export type EngineName = (typeof engineNames)[number];
/** Default engine of stages without the setting `defaultEngine`. */
export const usualEngine: EngineName = 'takumi';
