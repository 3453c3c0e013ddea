import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import {
  AdminError,
  createAccount,
  createKey,
  recountAccount,
  requireKnown,
  revokeKey,
  setAccount,
  showAccount,
} from '../admin/administer-accounts.ts';
import { type DenyListStores, deny, listDenyList, removeDenyListEntry } from '../admin/administer-deny-list.ts';
import { liftAnyRevocation, listAllRevocations, revokeUrl } from '../admin/administer-revocations.ts';
import { administration } from '../admin/administration.ts';
import { deleteAccount, type ErasurePorts, eraseUrl } from '../admin/delete-account.ts';
import { enrolCanary } from '../admin/enrol-canary.ts';
import { publishStarters } from '../admin/publish-starters.ts';
import { recompileTemplates } from '../admin/recompile-templates.ts';
import { connect } from '../lambdas/aws/connect.ts';
import { dynamoDbAccountRoller } from '../lambdas/aws/dynamodb/accounts.ts';
import { httpServiceClient } from '../lambdas/aws/http/service-client.ts';
import { capabilities, type Permission } from '../lambdas/config/capabilities.ts';
import { type FunctionSpec, functions } from '../lambdas/config/functions.ts';
import type { TableVariable } from '../lambdas/config/tables.ts';
import { keyScopes } from '../lambdas/contract/scopes.ts';
import { denyListDelaySeconds, denyListKinds, type Subject } from '../lambdas/domain/deny-list.ts';
import { type AccountStatus, accountStatuses } from '../lambdas/domain/quota/subscription.ts';
import { resetQuotas } from '../lambdas/jobs/reset-quotas.ts';
import { runCanary } from '../lambdas/jobs/run-canary.ts';
import { runtime } from '../lambdas/runtime/runtime.ts';
import { useLocalCloud } from '../local/local-cloud.ts';
import { starters } from '../starters/index.ts';
import { useDeployedCloud, useDeployedStack } from './deployed-cloud.ts';
import { logToStandardError, print } from './print.ts';
import { runProgram } from './program.ts';

/** Tables whose rows may be copied back, by their contents; not those of counters and of data that expires. */
const restorable = [
  'keys',
  'accounts',
  'templates',
  'versions',
  'fonts',
  'denials',
  'revocations',
  'signing_keys',
  'trees',
] as const;

const usage = `npm run admin -- <command> [--json] [--data .local | --stage dev | --stack NAME] [--profile NAME]
  setup                         makes an account without limits, for one's own sites, and its first API key
  account create --plan PLAN [--status STATUS] [--anchor ISO]
  account set ID [--plan PLAN] [--status STATUS] [--period-end ISO] [--mints-used N] [--ai-used N] [--ai-failed N]
  account show ID
  account recount ID            counts its templates anew, after TOO_MANY_TEMPLATES without so many
  account delete ID [--yes]     erases all there is of it; without --yes it only says what that is
  key create --account ID [--scope SCOPE]... [--name NAME]     without --scope it may do everything
  key revoke KEYID
  starters publish
  templates recompile [--all]
  quotas reset [--now ISO]
  rows restore NAME --from TABLE     copies rows back that a table lacks, out of a restored copy of it. NAME: ${restorable.join(', ')}
  canary enrol [--new]          gives it an account and a key; --new: others, and ends those it has
  canary run                    looks at the service once, as it does every five minutes
  deny account|template|site ID     their published URLs answer 403 within a minute
  deny lift account|template|site ID
  deny list
  revoke url URL               takes back one image URL, whoever minted it: 410 within a minute
  revoke --erase URL           as revoke url, and erases the image wherever it is stored
  revoke lift ACCOUNT REVOCATIONID
  revoke list [--account ID]
PLAN: free, starter, pro, scale, or one of the stage's own.
STATUS: ${accountStatuses.join(', ')}. --period-end: paid until.
SCOPE: ${keyScopes.join(', ')}.`;

const text = { type: 'string' } as const;
const moment = z.iso
  .datetime({ offset: true })
  .or(z.iso.date())
  .transform((iso) => new Date(iso));
const count = z
  .string()
  .regex(/^\d{1,15}$/, 'must be a whole number')
  .transform(Number);

const flags = z.strictObject({
  plan: z.string().optional(),
  status: z.enum(accountStatuses).optional(),
  anchor: moment.optional(),
  'period-end': moment.optional(),
  'mints-used': count.optional(),
  'ai-used': count.optional(),
  'ai-failed': count.optional(),
  account: z.string().optional(),
  name: z.string().optional(),
  scope: z.array(z.enum(keyScopes)).optional(),
  now: moment.optional(),
  from: z.string().optional(),
  all: z.boolean().optional(),
  new: z.boolean().optional(),
  yes: z.boolean().optional(),
  erase: z.boolean().optional(),
  json: z.boolean().optional(),
  data: z.string().default('.local'),
  stage: z.string().optional(),
  stack: z.string().optional(),
  profile: z.string().optional(),
  help: z.boolean().optional(),
});
type Flags = z.output<typeof flags>;

const requireGiven = <T>(value: T | undefined, name: string): T => {
  if (value === undefined) throw new AdminError(`${name} is missing.\n\n${usage}`);
  return value;
};

const omitUndefined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

const runCanaryOnce = async (): Promise<unknown> => {
  if (!process.env.BASE_URL)
    throw new AdminError('There is no service to look at: start one (npm run dev), or name a --stage or --stack.');
  return runCanary(connect('runCanary', { 'service:call': httpServiceClient }), runtime);
};

/** Parses the words after `deny` or `deny lift`. */
const getSubject = (kind: string | undefined, id: string | undefined): Subject => {
  const found = denyListKinds.find((one) => one === kind);
  return { kind: requireGiven(found, denyListKinds.join(' or ')), id: requireGiven(id, 'ID') };
};

const denyList = (): DenyListStores => {
  const { ports, store } = administration();
  return { store, edge: ports['edgeDenyList:write'] };
};

const denyKnown = async (subject: Subject) =>
  deny(denyList(), runtime, await requireKnown(administration().store, subject));

/** Functions that may write rows or objects of an account. */
const storing = (Object.values(functions) as readonly FunctionSpec[]).filter(({ needs }) =>
  needs
    .flatMap((capability): readonly Permission[] => capabilities[capability].grants)
    .some(({ on, actions }) => /_(TABLE|BUCKET)$/.test(on) && actions.some((action) => /:(Put|Update)/.test(action))),
);

/** Longest time of a request in progress: the copies of the deny list expire, then its function times out. */
const drainMs = (Math.max(...storing.map(({ timeoutSeconds }) => timeoutSeconds)) + denyListDelaySeconds) * 1_000;

/** Returns the ports for erasing. On a local machine there is no waiting. */
const getErasurePorts = ({ stage, stack }: Flags): ErasurePorts => {
  const { ports, store, data, edgeCaches } = administration();
  const pause = (ms: number) => {
    const seconds = Math.ceil(ms / 1_000);
    console.error(`Waiting ${seconds} s for requests that had begun before. Run again, the command goes on from here.`);
    return setTimeout(ms);
  };
  const edge = ports['edgeDenyList:write'];
  const waits = { drainMs: stage === undefined && stack === undefined ? 0 : drainMs, pause };
  return { ...ports, store, data, edge, edgeCaches, ...waits };
};

const restoreRows = (name: string, from: string): Promise<unknown> => {
  const found = restorable.find((one) => one === name);
  if (!found) throw new AdminError(`${name} is none of ${restorable.join(', ')}.`);
  return administration().store.copyMissingRows(`${found.toUpperCase()}_TABLE` as TableVariable, from);
};

type Command = (flags: Flags, ...words: (string | undefined)[]) => Promise<unknown>;

const commands: Record<string, Command> = {
  'setup ': async () => {
    const { store } = administration();
    const account = await createAccount(store, runtime, {});
    return { ...account, ...(await createKey(store, runtime, account.accountId)) };
  },
  'account create': ({ plan, status, anchor }) =>
    createAccount(administration().store, runtime, {
      plan: requireGiven(plan, '--plan'),
      ...omitUndefined({ status, anchor }),
    }),
  'account set': ({ plan, status, ...rest }, id) => {
    const change = {
      plan,
      status,
      periodEnd: rest['period-end'],
      mintsUsed: rest['mints-used'],
      generationsUsed: rest['ai-used'],
      generationsFailed: rest['ai-failed'],
    };
    return setAccount(administration().store, runtime, requireGiven(id, 'ID'), omitUndefined(change));
  },
  'account show': (_, id) => showAccount(administration().store, runtime, requireGiven(id, 'ID')),
  'account recount': (_, id) => recountAccount(administration().store, runtime, requireGiven(id, 'ID')),
  'account delete': (given, id) =>
    deleteAccount(getErasurePorts(given), runtime, requireGiven(id, 'ID'), given.yes === true),
  'key create': ({ account, name, scope: scopes }) =>
    createKey(administration().store, runtime, requireGiven(account, '--account'), omitUndefined({ name, scopes })),
  'key revoke': (_, id) => revokeKey(administration().store, requireGiven(id, 'KEYID')),
  'starters publish': async () => {
    const { ports, store } = administration();
    return publishStarters(ports, store, runtime, await starters());
  },
  'templates recompile': ({ all = false }) => {
    const { ports, store } = administration();
    return recompileTemplates(ports, store, runtime, { all });
  },
  'rows restore': ({ from }, name) => restoreRows(requireGiven(name, 'NAME'), requireGiven(from, '--from')),
  'quotas reset': ({ now = runtime.now() }) =>
    resetQuotas(connect('resetQuotas', { 'accounts:roll': dynamoDbAccountRoller }), runtime, now),
  'canary enrol': ({ new: isNewWanted = false }) => {
    const { store, canaryKey } = administration();
    return enrolCanary(store, runtime, canaryKey, isNewWanted);
  },
  'canary run': runCanaryOnce,
  'deny account': (_, id) => denyKnown(getSubject('account', id)),
  'deny template': (_, id) => denyKnown(getSubject('template', id)),
  'deny site': (_, id) => denyKnown(getSubject('site', id)),
  'deny lift': (_, kind, id) => removeDenyListEntry(denyList(), getSubject(kind, id)),
  'deny list': () => listDenyList(denyList()),
  'revoke url': (given, url) =>
    given.erase
      ? eraseUrl(getErasurePorts(given), runtime, requireGiven(url, 'URL'))
      : revokeUrl(administration().ports, runtime, requireGiven(url, 'URL')),
  'revoke lift': (_, account, id) =>
    liftAnyRevocation(
      administration().ports,
      runtime,
      requireGiven(account, 'ACCOUNT'),
      requireGiven(id, 'REVOCATIONID'),
    ),
  'revoke list': ({ account }) =>
    listAllRevocations(administration().ports, runtime, process.env.IMAGE_URL ?? '', account),
};

/** Returns a note on a command's effect that an operator may not expect, printed besides its result. */
const getNote = ([noun, verb]: readonly string[], { status }: Pick<Flags, 'status'>): string | undefined => {
  const ends = noun === 'key' && verb === 'revoke';
  const leaves = noun === 'account' && verb === 'set' && status !== undefined && !isServed.has(status);
  return ends || leaves
    ? 'Published URLs are delivered until they expire. To end that for an account: npm run admin -- deny account ID'
    : undefined;
};
/** Statuses in which an account can mint. */
const isServed: ReadonlySet<string> = new Set<AccountStatus>(['active', 'trialing']);

/** Runs the command of a command line. @throws AdminError for an invalid command line */
export const runAdmin = async (args: readonly string[]): Promise<unknown> => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...{
        plan: text,
        status: text,
        anchor: text,
        'period-end': text,
        'mints-used': text,
        'ai-used': text,
        'ai-failed': text,
        account: text,
      },
      ...{
        now: text,
        name: text,
        scope: { type: 'string', multiple: true },
        from: text,
        data: text,
        stage: text,
        stack: text,
        profile: text,
        json: { type: 'boolean' },
        all: { type: 'boolean' },
        new: { type: 'boolean' },
        yes: { type: 'boolean' },
        erase: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    },
  });
  const parsed = flags.safeParse(values);
  if (!parsed.success) throw new AdminError(`${z.prettifyError(parsed.error)}\n\n${usage}`);
  const [noun = '', verb = '', ...words] =
    parsed.data.erase && positionals[1] !== 'url'
      ? [positionals[0] ?? '', 'url', ...positionals.slice(1)]
      : positionals;
  const command = commands[`${noun} ${verb}`];
  if (parsed.data.help || !command) throw new AdminError(usage);

  const { stage, stack, profile, data } = parsed.data;
  if (stage !== undefined && stack !== undefined) throw new AdminError('--stage and --stack exclude each other.');
  const useCloud = () => {
    if (stack !== undefined) return useDeployedStack(stack, profile);
    return stage === undefined ? useLocalCloud(resolve(data)) : useDeployedCloud(stage, profile);
  };
  const cloud = await useCloud();
  try {
    const result = await command(parsed.data, ...words);
    const note = getNote(positionals, parsed.data);
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
    print(args.includes('--json') ? JSON.stringify(result) : JSON.stringify(result, null, 2));
  });
  process.exit();
}
