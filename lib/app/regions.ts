import { Token } from 'aws-cdk-lib';
import { RegionInfo } from 'aws-cdk-lib/region-info';
import { shieldRegions } from '../delivery/origin-shield.ts';
import { type Settings, StageError } from './settings.ts';

/** Regions without Lambda function URLs. Source: CloudFormation's registry, by cfn-lint 1.51. */
export const withoutFunctionUrls = [
  ...['ap-east-2', 'ap-south-2', 'ap-southeast-4', 'ap-southeast-5', 'ap-southeast-6', 'ap-southeast-7'],
  ...['ca-west-1', 'eu-central-2', 'eu-south-2', 'il-central-1', 'me-central-1', 'mx-central-1'],
];
/** Regions without Amazon Bedrock. Source: the endpoints of botocore 1.43. */
const withoutBedrock = ['ap-east-1'];

const getRegion = (arn: string): string => arn.split(':')[3] ?? '';
/** Returns whether an ARN is resolved and names another region. */
const isElsewhere = (arn: string | undefined, region: string): boolean =>
  arn !== undefined && !Token.isUnresolved(arn) && getRegion(arn) !== region;

/**
 * Verifies that a stage can be deployed to a region, before anything is created.
 *
 * @throws StageError naming what the region lacks, or the setting that belongs to another region
 */
export const checkRegion = (region: string, settings: Settings): void => {
  const { model, apiDomain, alarmTopic, originShieldRegion, replicaRegion } = settings;
  const known = RegionInfo.regions.find(({ name }) => name === region);
  const problems: readonly [isThere: boolean, problem: string][] = [
    [!known, `There is no region ${region}; one younger than this project's aws-cdk-lib needs a newer one.`],
    [
      known?.partition !== 'aws',
      `Region ${region} is apart from the others, and its CloudFront lacks what this needs.`,
    ],
    [
      withoutFunctionUrls.includes(region),
      `Region ${region} lacks Lambda function URLs, which the image host stands on.`,
    ],
    [
      model !== undefined && withoutBedrock.includes(region),
      `Region ${region} lacks Amazon Bedrock, which the setting model needs.`,
    ],
    [
      isElsewhere(apiDomain?.certificate, region),
      `The certificate of apiDomain must be of the stage's region, ${region}.`,
    ],
    [
      model?.modelId.startsWith('arn:') === true && isElsewhere(model.modelId, region),
      `The application inference profile of model must be of the stage's region, ${region}.`,
    ],
    [isElsewhere(alarmTopic, region), `The topic alarmTopic must be of the stage's region, ${region}.`],
    [replicaRegion === region, `The setting replicaRegion must be another region than the stage's, ${region}.`],
    [
      replicaRegion !== undefined && !RegionInfo.regions.some(({ name }) => name === replicaRegion),
      `There is no region ${replicaRegion}, which the setting replicaRegion names.`,
    ],
    [
      originShieldRegion !== undefined && !shieldRegions.includes(originShieldRegion),
      `There is no Origin Shield in ${originShieldRegion}; originShieldRegion is one of ${shieldRegions.join(', ')}.`,
    ],
  ];
  const found = problems.find(([isThere]) => isThere);
  if (found) throw new StageError(found[1]);
};
