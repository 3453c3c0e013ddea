import { App, type AppProps, Tags, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { Preflight } from 'cdk-preflight';
import { ServiceStack } from './service-stack.ts';
import { stackName } from './stack-name.ts';
import { readStage } from './stage.ts';

export interface ServiceAppProps extends AppProps {
  /** Where the stage goes. @default wherever it is deployed from */
  readonly env?: { readonly account: string; readonly region: string };
  /** Folder with the render layer. @default where `npm run layer` leaves it */
  readonly layerFolder?: string;
}

/** The app of one stage: context names it (`stage`) and holds the settings of all (`stages`). */
export const serviceApp = ({ env, layerFolder, ...props }: ServiceAppProps = {}): App => {
  const app = new App(props);
  const stage = readStage(app.node.tryGetContext('stage') ?? 'dev', app.node.tryGetContext('stages'));
  const region = stage.settings.region ?? env?.region;
  const stack = new ServiceStack(app, stackName(stage.name), {
    stage,
    description: 'Image URLs from JSX templates',
    terminationProtection: stage.settings.keepsData,
    ...(env && region !== undefined && { env: { account: env.account, region } }),
    ...(layerFolder !== undefined && { layerFolder }),
  });
  // dashboards take no tags in every region
  Tags.of(stack).add('stage', stage.name, { excludeResourceTypes: ['AWS::CloudWatch::Dashboard'] });
  // an unacknowledged finding stops the synth: of security, and of what CloudFormation would refuse halfway
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
  Preflight.apply(app, { strict: true });
  return app;
};
