import { CfnOutput } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { firstUnlimited } from 'image-url-contract/plans.ts';
import { type TableVariable, tables } from '../../lambdas/config/tables.ts';
import type { Target } from '../api/access.ts';
import { deliveryIds, getEdgeFunctionOutput } from '../delivery/edge-functions.ts';
import type { Service } from './service.ts';
import { outputPrefix as mark } from './stack-name.ts';

const pascalCase = (name: string): string =>
  name.toLowerCase().replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

/**
 * Adds outputs with which the admin program and the deployed tests find a service's resources; `KeysTable`, for
 * example, is KEYS_TABLE. Names are in the descriptions, because the id of a construct's output contains its path.
 *
 * @param named option with which the admin program finds the stack
 */
export const addOutputs = (scope: Construct, service: Service, named: string): void => {
  const { stage, access, api, delivery, studio } = service;
  const { settings } = stage;
  const output = (id: string, value: Target | string | undefined) => {
    const text = typeof value === 'object' ? value.value : value;
    // an output cannot be empty
    if (text) new CfnOutput(scope, id, { value: text, description: `${mark}${id}` });
  };
  output('BaseUrl', api.url);
  output('ImageUrl', access.IMAGE_URL);
  output('DefaultEngine', settings.defaultEngine);
  output('FontSource', settings.fontSource || undefined);
  output('Plans', JSON.stringify(settings.plans));
  for (const name of Object.keys(tables) as TableVariable[]) output(pascalCase(name), access[name]);
  output('SourcesBucket', access.SOURCES_BUCKET);
  output('ImagesBucket', access.IMAGES_BUCKET);
  output('LogsBucket', access.LOGS_BUCKET);
  output('SigningSecret', access.SIGNING_SECRET);
  output('CanaryKey', access.CANARY_KEY);
  output('EdgeKeys', access.EDGE_KEYS);
  const firstRun = firstUnlimited(settings.plans) === undefined ? 'account create --plan starter' : 'setup';
  output('AdminCommand', `npm run admin -- ${named} ${firstRun}`);
  // targets of DNS records of custom domains, and parameters of the stack that monitors the edge
  output('StudioUrl', studio?.origin);
  output('StudioBucket', studio?.bucketName);
  output('ApiDomainTarget', api.dnsTarget);
  output('ImageDomainTarget', settings.imageDomain && delivery.distribution.distributionDomainName);
  output('DistributionId', delivery.distribution.distributionId);
  for (const id of deliveryIds) output(getEdgeFunctionOutput(id), delivery.edgeFunctionNames[id]);
};
