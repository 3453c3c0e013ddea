import { readFile } from 'node:fs/promises';
import { type Route, type RouteId, routes } from 'image-url-contract/routes.ts';
import { type FunctionId, type FunctionSpec, functions, type JobId } from '../../lambdas/config/functions.ts';
import { fillMarks } from './marks.ts';
import { roundsList } from './rounds-list.ts';

/** What invokes the functions without routes. */
const invokedBy: Readonly<Record<JobId, string>> = {
  prewarmImage: 'the queue of images to render ahead',
  readAccessLogs: 'a queue, for each file of access logs, in a stage that counts views',
  reportUsage: 'the streams of `usage` and `accounts`',
  resetQuotas: 'a schedule, hourly',
  rotateSigningKey: 'Secrets Manager, at a rotation; a schedule, daily; each deployment',
  runCanary: 'a schedule, every five minutes',
  deployResource: 'CloudFormation, in stacks that declare API keys or templates',
};

const describeRoute = (id: RouteId): string => {
  const { method, path }: Route = routes[id];
  return `\`${method} ${path}\``;
};

const getRow = (id: FunctionId): string => {
  const { routes: served, memoryMib, timeoutSeconds }: FunctionSpec = functions[id];
  const invoked = served ? (Object.keys(served) as RouteId[]).map(describeRoute).join(', ') : invokedBy[id as JobId];
  return `\`${id}\` | ${invoked} | ${memoryMib.toLocaleString('en')} | ${timeoutSeconds}`;
};

const functionTable = (): string =>
  ['Function | Invoked by | MiB | Seconds', '--- | --- | ---: | ---:']
    .concat((Object.keys(functions) as FunctionId[]).map(getRow))
    .map((row) => `| ${row} |`)
    .join('\n');

/** Returns `docs/architecture.md`, with the table of functions and the calls of each operation. */
export const architectureDocument = async (): Promise<string> =>
  fillMarks(await readFile('docs/architecture.md', 'utf8'), {
    functions: functionTable,
    rounds: roundsList,
  });
