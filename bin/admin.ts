import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { keyScopes } from 'image-url-contract/scopes.ts';
import * as z from 'zod';
import { AdminError } from '../admin/administer-accounts.ts';
import { administration } from '../admin/administration.ts';
import { accountCommands } from '../admin/commands/accounts.ts';
import { type Command, type Commands, checkGiven, type Desk, type Given, getUsage } from '../admin/commands/command.ts';
import { deliveryCommands } from '../admin/commands/delivery.ts';
import { commandFlags } from '../admin/commands/flags.ts';
import { serviceCommands } from '../admin/commands/service.ts';
import { connect } from '../lambdas/aws/connect.ts';
import { dynamoDbAccountRoller } from '../lambdas/aws/dynamodb/accounts.ts';
import { httpServiceClient } from '../lambdas/aws/http/service-client.ts';
import { capabilities, type Permission } from '../lambdas/config/capabilities.ts';
import { type FunctionSpec, functions } from '../lambdas/config/functions.ts';
import { denyListDelaySeconds } from '../lambdas/domain/deny-list.ts';
import { type AccountStatus, accountStatuses } from '../lambdas/domain/quota/subscription.ts';
import type { Act } from '../lambdas/domain/records/audit-records.ts';
import { resetQuotas } from '../lambdas/jobs/reset-quotas.ts';
import { runCanary } from '../lambdas/jobs/run-canary.ts';
import { runtime } from '../lambdas/runtime/runtime.ts';
import { useLocalCloud } from '../local/local-cloud.ts';
import { starters } from '../starters/index.ts';
import { useDeployedCloud, useDeployedStack } from './deployed-cloud.ts';
import { logToStandardError, print, toJson } from './print.ts';
import { runProgram } from './program.ts';

/** Commands by their names. A name of two words goes before one of its first word alone. */
const commands: Commands = { ...accountCommands, ...serviceCommands, ...deliveryCommands };

/** Options of the program, which every command has. */
const programFlags = {
  json: z.boolean(),
  data: z.string(),
  stage: z.string(),
  stack: z.string(),
  profile: z.string(),
  help: z.boolean(),
} as const;
const allFlags = { ...commandFlags, ...programFlags } as const;
export const flagSchema = z.strictObject(allFlags).partial();
type AllFlags = z.output<typeof flagSchema>;

/** How `parseArgs` reads each option. */
const argumentOptions = Object.fromEntries(
  Object.entries(allFlags).map(([name, schema]) => [
    name,
    schema instanceof z.ZodArray
      ? { type: 'string' as const, multiple: true }
      : { type: schema instanceof z.ZodBoolean ? ('boolean' as const) : ('string' as const) },
  ]),
);

const manual = `Every command: [--data .local | --stage dev | --stack NAME] [--profile NAME] [--json] [--help]
PLAN: free, starter, pro, scale, or one of the stage's own.
STATUS: ${accountStatuses.join(', ')}. --period-end: paid until.
SCOPE: ${keyScopes.join(', ')}.`;

/** Returns the lines of commands, of all or of those with one of these names. */
const getLines = (names: readonly string[] = Object.keys(commands)): string =>
  names
    .map((name) => {
      const { says } = commands[name] as Command;
      return `  ${getUsage(name, commands[name] as Command)}${says === undefined ? '' : `\n      ${says}`}`;
    })
    .join('\n');

/** Returns the names of the commands that begin with a word. */
const getNamesOf = (noun: string): string[] => Object.keys(commands).filter((name) => name.split(' ')[0] === noun);

/** Returns the help for the words of a command line: of one command, of those with its first word, or of all. */
const getHelp = ([noun = '', verb = '']: readonly string[]): string => {
  const own = Object.hasOwn(commands, `${noun} ${verb}`) ? [`${noun} ${verb}`] : getNamesOf(noun);
  return `npm run admin -- COMMAND\n${getLines(own.length > 0 ? own : undefined)}\n${manual}`;
};

/** @throws AdminError naming the word that is not known */
const findCommand = (words: readonly string[]): { readonly name: string; readonly words: readonly string[] } => {
  const [noun = '', verb = ''] = words;
  if (Object.hasOwn(commands, `${noun} ${verb}`)) return { name: `${noun} ${verb}`, words: words.slice(2) };
  if (Object.hasOwn(commands, noun)) return { name: noun, words: words.slice(1) };
  const siblings = getNamesOf(noun);
  if (noun === '') throw new AdminError(getHelp([]));
  if (siblings.length === 0) throw new AdminError(`There is no command ${noun}.\n\n${getHelp([])}`);
  throw new AdminError(
    verb === ''
      ? `${noun} is not a whole command:\n\n${getLines(siblings)}`
      : `There is no command ${noun} ${verb}:\n\n${getLines(siblings)}`,
  );
};

const runCanaryOnce = async (): Promise<unknown> => {
  if (!process.env.BASE_URL)
    throw new AdminError('There is no service to look at: start one (npm run dev), or name a --stage or --stack.');
  return runCanary(connect('runCanary', { 'service:call': httpServiceClient }), runtime);
};

const all = Object.values(functions) as readonly FunctionSpec[];
/** Functions that may write rows or objects of an account. */
const storing = all.filter(({ needs }) =>
  needs
    .flatMap((capability): readonly Permission[] => capabilities[capability].grants)
    .some(({ on, actions }) => /_(TABLE|BUCKET)$/.test(on) && actions.some((action) => /:(Put|Update)/.test(action))),
);

const getLongestMs = (some: readonly FunctionSpec[]): number =>
  Math.max(...some.map(({ timeoutSeconds }) => timeoutSeconds)) * 1_000;

/** Longest time of a request that saves or deletes a template. */
const savingMs = getLongestMs(
  all.filter(({ needs }) => needs.includes('templates:create') || needs.includes('templates:delete')),
);

/** Longest time of a request in progress: the copies of the deny list expire, then its function times out. */
const drainMs = getLongestMs(storing) + denyListDelaySeconds * 1_000;

/** Returns what commands work with, configured by this process's environment. On a local machine there is no waiting. */
const openDesk = (isLocal: boolean): Desk => {
  const desk = administration();
  const { ports, store, data, edgeCaches } = desk;
  const pause = (ms: number) => {
    const seconds = Math.ceil(ms / 1_000);
    console.error(`Waiting ${seconds} s for requests that had begun before. Run again, the command goes on from here.`);
    return setTimeout(ms);
  };
  const waits = { drainMs: isLocal ? 0 : drainMs, pause };
  const saving = { drainMs: isLocal ? 0 : savingMs, pause: async (ms: number) => void (ms > 0 && (await pause(ms))) };
  return {
    ...desk,
    runtime,
    saving,
    erasure: { ...ports, store, data, edge: ports['edgeDenyList:write'], edgeCaches, ...waits },
    imageUrl: process.env.IMAGE_URL ?? '',
    starters,
    policyTarget: () => {
      // an ARN, which has both
      const [, , , region = '*', account = '*'] = (process.env.SIGNING_SECRET ?? '').split(':');
      return { account, region, environment: process.env };
    },
    runCanary: runCanaryOnce,
    resetQuotas: (now) => resetQuotas(connect('resetQuotas', { 'accounts:roll': dynamoDbAccountRoller }), runtime, now),
  };
};

/** Returns the IAM identity of the operator; `local` for data on this machine. */
const getIdentity = async (isLocal: boolean): Promise<string> =>
  isLocal ? 'local' : ((await new STSClient({}).send(new GetCallerIdentityCommand({}))).Arn ?? 'unknown');

/**
 * Runs a command. What it changes is in the audit before the change, and is completed after it. The operator's identity
 * is read first: without it nothing is changed.
 */
const runAudited = async (name: string, desk: Desk, given: Given, isLocal: boolean): Promise<unknown> => {
  const acts: Act[] = [];
  let identity: Promise<string> | undefined;
  const beginAct: Desk['runtime']['beginAct'] = async ({ accountId, subject, changes = {} }) => {
    identity ??= getIdentity(isLocal);
    const by = { kind: 'operator', identity: await identity } as const;
    const id = randomBytes(6).toString('base64url');
    const act = { accountId, id, at: runtime.now(), by, action: name, subject };
    const whole = { ...act, ...(Object.keys(changes).length > 0 && { changes }) };
    await desk.store.acts.begin(whole);
    acts.push(whole);
  };
  const end = async (isRefused: boolean): Promise<void> => {
    for (const act of acts) await desk.store.acts.end(act, isRefused);
  };
  try {
    const result = await (commands[name] as Command).run({ ...desk, runtime: { ...runtime, beginAct } }, given);
    await end(false);
    return result;
  } catch (error) {
    // after any other error nobody knows what was changed
    if (error instanceof AdminError) await end(true);
    throw error;
  }
};

/** Returns a note on a command's effect that an operator may not expect, printed besides its result. */
const getNote = (name: string, { status }: AllFlags): string | undefined => {
  const isLeft = name === 'account set' && status !== undefined && !isServed.has(status);
  return ['key revoke', 'account suspend'].includes(name) || isLeft
    ? 'Published URLs are delivered until they expire. To end that for an account: npm run admin -- deny account ID'
    : undefined;
};
/** Statuses in which an account can mint. */
const isServed: ReadonlySet<string> = new Set<AccountStatus>(['active', 'trialing']);

/** Runs the command of a command line, or returns its help. @throws AdminError for an invalid command line */
export const runAdmin = async (args: readonly string[]): Promise<unknown> => {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: argumentOptions });
  // `revoke --erase URL` is written as people say it
  const isErasing = values.erase === true && positionals[0] === 'revoke' && positionals[1] !== 'url';
  const said = isErasing ? ['revoke', '--erase', ...positionals.slice(1)] : positionals;
  if (values.help) return getHelp(said);
  const { name, words } = findCommand(said);
  const parsed = flagSchema.safeParse(values);
  if (!parsed.success) throw new AdminError(`${z.prettifyError(parsed.error)}\n\n${getLines([name])}`);
  const { json: isJson, data = '.local', stage, stack, profile, help: _, ...own } = parsed.data;
  const hasFormat = commands[name]?.flags?.includes('format') === true;
  const given: Given = { words, flags: { ...(isJson && hasFormat && { format: 'json' as const }), ...own } };
  checkGiven(name, commands[name] as Command, given);
  if (stage !== undefined && stack !== undefined) throw new AdminError('--stage and --stack exclude each other.');
  const useCloud = () => {
    if (stack !== undefined) return useDeployedStack(stack, profile);
    return stage === undefined ? useLocalCloud(resolve(data)) : useDeployedCloud(stage, profile);
  };
  const isLocal = stage === undefined && stack === undefined;
  const cloud = await useCloud();
  try {
    const result = await runAudited(name, openDesk(isLocal), given, isLocal);
    const note = getNote(name, parsed.data);
    if (note !== undefined) console.error(note);
    return result;
  } finally {
    await cloud.close();
  }
};

if (import.meta.main) {
  logToStandardError();
  const args = process.argv.slice(2);
  await runProgram(async () => {
    const result = await runAdmin(args);
    if (typeof result === 'string') print(result);
    else print(toJson(result, args.includes('--json') ? 0 : 2));
  });
  process.exit();
}
