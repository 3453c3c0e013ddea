import { App, type AppProps, Tags, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { Preflight } from 'cdk-preflight';
import { EdgeWatchStack } from '../watch/edge-watch-stack.ts';
import { withoutProtection } from './first-deployment.ts';
import { checkRegion } from './regions.ts';
import { ServiceStack } from './service-stack.ts';
import { edgeRegion, edgeStackName, stackName } from './stack-name.ts';
import { readStage } from './stage.ts';

export interface ServiceAppProps extends AppProps {
  /** Account and region of the stage. @default those of the AWS configuration */
  readonly env?: { readonly account?: string | undefined; readonly region?: string | undefined };
  /** Folder with the render layer. @default that of `npm run layer` */
  readonly layerFolder?: string;
  /** Folder with the studio's page. @default that of `npm run studio` */
  readonly studioFolder?: string;
}

/**
 * Creates the app of one stage. The context contains its name (`stage`), the settings of all stages (`stages`), the
 * `fontSource` of those that do not set it, and `protected`, which is false for a first deployment without deletion
 * protection. Synthesis fails on unacknowledged
 * findings of the security checks and of CloudFormation's validation.
 *
 * @throws StageError for invalid settings or an unsupported region
 */
export const serviceApp = (props: ServiceAppProps = {}): App => {
  const app = uncheckedApp({ builtinCloudFormationValidation: true, ...props });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
  Preflight.apply(app, { strict: true });
  return app;
};

/** Creates the same app without the checks, whose rules take seconds to load. */
export const uncheckedApp = ({ env = {}, layerFolder, studioFolder, ...props }: ServiceAppProps): App => {
  const app = new App({ builtinCloudFormationValidation: false, ...props });
  const stage = readStage(app.node.tryGetContext('stage') ?? 'dev', app.node.tryGetContext('stages'));
  const region = stage.region ?? env.region;
  if (region !== undefined) checkRegion(region, stage.settings);
  const accountId = stage.account ?? env.account;
  const account = accountId !== undefined && { account: accountId };
  const stack = new ServiceStack(app, stackName(stage.name), {
    stage,
    // `-c fontSource=…`, or beside the stages in `cdk.json`: for every stage that does not set it
    fontSource: app.node.tryGetContext('fontSource'),
    description: 'Image URLs from JSX templates',
    terminationProtection: stage.settings.keepsData,
    env: { ...account, ...(region !== undefined && { region }) },
    ...(layerFolder !== undefined && { layerFolder }),
    ...(studioFolder !== undefined && { studioFolder }),
  });
  if (String(app.node.tryGetContext('protected')) === 'false') withoutProtection(stack);
  new EdgeWatchStack(app, edgeStackName(stage.name, region), {
    stage,
    description: `Alarms of the edge of ${stack.stackName}`,
    env: { ...account, region: edgeRegion },
  });
  // some regions do not support tags of dashboards
  for (const [key, value] of Object.entries({ stage: stage.name, ...stage.tags }))
    Tags.of(app).add(key, value, { excludeResourceTypes: ['AWS::CloudWatch::Dashboard'] });
  return app;
};
