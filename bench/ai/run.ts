import { runProgram } from '../../bin/program.ts';
import { judgedBench } from './judged/main.ts';

await runProgram(async () => {
  process.exitCode = await judgedBench(process.argv.slice(2));
});
