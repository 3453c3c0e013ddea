import { Token } from 'aws-cdk-lib';

/** Regions that have Origin Shield. Source: CloudFront, "Choosing the AWS Region for your Origin Shield". */
export const shieldRegions = [
  'us-east-1',
  'us-east-2',
  'us-west-2',
  'ap-south-1',
  'ap-northeast-1',
  'ap-northeast-2',
  'ap-southeast-1',
  'ap-southeast-2',
  'eu-central-1',
  'eu-west-1',
  'eu-west-2',
  'sa-east-1',
  'me-central-1',
];

/** Nearest region with Origin Shield for those without. Same source. */
const nearest: Readonly<Record<string, string>> = {
  'us-west-1': 'us-west-2',
  'ca-central-1': 'us-east-1',
  'ca-west-1': 'us-west-2',
  'ap-east-1': 'ap-southeast-1',
  'ap-southeast-3': 'ap-southeast-1',
  'ap-northeast-3': 'ap-northeast-1',
  'eu-west-3': 'eu-west-2',
  'eu-north-1': 'eu-west-2',
  'eu-south-1': 'eu-central-1',
  'eu-south-2': 'eu-west-1',
  'eu-central-2': 'eu-central-1',
  'me-south-1': 'ap-south-1',
  'il-central-1': 'eu-central-1',
  'af-south-1': 'eu-west-1',
};

/**
 * Returns the Origin Shield region nearest to a stage's region; the first one while the region is unresolved; undefined
 * if there is none.
 */
export const shieldRegionFor = (region: string): string | undefined => {
  if (Token.isUnresolved(region)) return shieldRegions[0];
  return shieldRegions.includes(region) ? region : nearest[region];
};
