import { App, Tags, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { ServiceStack } from '../lib/service-stack.ts';
import { stackName } from '../lib/stack-name.ts';
import { readStage } from '../lib/stage.ts';

const app = new App();
const stage = readStage(app.node.tryGetContext('stage') ?? 'dev', app.node.tryGetContext('stages'));
const region = stage.settings.region ?? process.env['CDK_DEFAULT_REGION'];
const account = process.env['CDK_DEFAULT_ACCOUNT'];

const stack = new ServiceStack(app, stackName(stage.name), {
  stage,
  description: 'Image URLs from JSX templates',
  terminationProtection: stage.settings.keepsData,
  ...(region !== undefined && account !== undefined && { env: { region, account } }),
});
Tags.of(stack).add('stage', stage.name);

// an unacknowledged finding stops the synth
Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
