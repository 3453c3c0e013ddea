import { serviceApp } from '../lib/service-app.ts';
import { runProgram } from './program.ts';

await runProgram(async () => {
  // the CLI knows where the caller's credentials lead; without any, the stack is made for wherever it will be deployed
  const { CDK_DEFAULT_ACCOUNT: account, CDK_DEFAULT_REGION: region, npm_config_registry: registry = '' } = process.env;
  // what npm uses, which started this
  const fontSource = registry.startsWith('https://') ? registry : undefined;
  serviceApp({ fontSource, ...(account !== undefined && { env: { account, region } }) });
});
