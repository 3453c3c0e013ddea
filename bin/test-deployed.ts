/** `npm run test:deployed -- --stage dev`: the cases of test/api against a deployed stage, over the internet. */
import { run } from './run.ts';
import { stageArguments, useStage } from './stage-settings.ts';

const { stage, rest } = stageArguments();
useStage(stage);
run('vitest', ['run', '--project', 'api', ...rest], { DEPLOYED_STAGE: stage });
