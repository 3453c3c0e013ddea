/** What renders an image, in the order documents and messages list them. */
export const engineNames = ['satori', 'takumi'] as const;
export type EngineName = (typeof engineNames)[number];
/** Of a stage that says nothing else. */
export const usualEngine: EngineName = 'takumi';
