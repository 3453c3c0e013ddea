export const stackName = (stage: string): string => `ImageUrlService-${stage}`;

/** Region of CloudFront's metrics and logs. */
export const edgeRegion = 'us-east-1';

/**
 * Returns the name of the stack that monitors a stage's edge. It contains the stage's region, because a stage may be
 * deployed to several.
 */
export const edgeStackName = (stage: string, region: string | undefined): string =>
  [stackName(stage), 'edge', region].filter((part) => part !== undefined).join('-');

/** Prefix of the descriptions of a service's outputs, before the name of the output. */
export const outputPrefix = 'Image URL service: ';
