import { serviceApp } from '../lib/app/service-app.ts';
import { runProgram } from './program.ts';

await runProgram(async () => {
  // the CDK CLI sets these from the caller's credentials; without them the stack is environment-agnostic
  const { CDK_DEFAULT_ACCOUNT: account, CDK_DEFAULT_REGION: region } = process.env;
  serviceApp(account === undefined ? {} : { env: { account, region } });
});
