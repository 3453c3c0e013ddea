/** `npm run test:deployed -- --stage dev`: runs the tests of the running service (`.service`) against a deployed stage, over the internet. */
import { runProgram } from './program.ts';
import { run } from './run.ts';
import { stageArguments, useStage } from './stage-settings.ts';

await runProgram(async () => {
  const { stage, profile, rest } = stageArguments();
  await useStage(stage, profile);
  if (!run('vitest', ['run', '--project', 'served', ...rest], { DEPLOYED_STAGE: stage })) process.exitCode = 1;
});
