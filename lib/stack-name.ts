/** Name of a stage's stack. */
export const stackName = (stage: string): string => `ImageUrlService-${stage}`;

/** Region of everything CloudFront says of itself. */
export const edgeRegion = 'us-east-1';

/** Name of the stack that watches a stage's edge; it holds the stage's region, because a stage may stand in several. */
export const edgeStackName = (stage: string, region: string | undefined): string =>
  [stackName(stage), 'edge', region].filter((part) => part !== undefined).join('-');
