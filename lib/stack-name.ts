/** Name of a stage's stack. */
export const stackName = (stage: string): string => `ImageUrlService-${stage}`;
