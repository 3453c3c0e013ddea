import { judgedBench } from './judged/main.ts';

process.exitCode = await judgedBench(process.argv.slice(2));
