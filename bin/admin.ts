import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { planNames } from '../lambdas/core/quota/plans.ts';
import { accountStatuses } from '../lambdas/core/quota/subscription.ts';
import { world } from '../lambdas/http/world.ts';
import {
  AdminError,
  createAccount,
  createKey,
  revokeKey,
  setAccount,
  showAccount,
} from '../lambdas/usecases/administer-accounts.ts';
import { publishStarters } from '../lambdas/usecases/publish-starters.ts';
import { recompileTemplates } from '../lambdas/usecases/recompile-templates.ts';
import { useLocalCloud } from '../local/running.ts';
import { starters } from '../starters/index.ts';
import { administration } from './administration.ts';
import { useDeployedCloud } from './deployed-cloud.ts';
import { logToStandardError, print } from './print.ts';

const usage = `npm run admin -- <command> [--json] [--data .local | --stage dev]
  account create --plan ${planNames.join('|')} [--status STATUS] [--anchor ISO]
  account set ID [--plan P] [--status S] [--period-end ISO] [--mints-used N] [--ai-used N]
  account show ID
  key create --account ID
  key revoke KEYID
  starters publish
  templates recompile [--all]
  quotas reset [--now ISO]
STATUS: ${accountStatuses.join(', ')}. --period-end: paid until.`;

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
  plan: z.enum(planNames).optional(),
  status: z.enum(accountStatuses).optional(),
  anchor: moment.optional(),
  'period-end': moment.optional(),
  'mints-used': count.optional(),
  'ai-used': count.optional(),
  account: z.string().optional(),
  now: moment.optional(),
  all: z.boolean().optional(),
  json: z.boolean().optional(),
  data: z.string().default('.local'),
  stage: z.string().optional(),
  help: z.boolean().optional(),
});
type Flags = z.output<typeof flags>;

const needed = <T>(value: T | undefined, name: string): T => {
  if (value === undefined) throw new AdminError(`${name} is missing.\n\n${usage}`);
  return value;
};

const given = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

const resetQuotas = async (now: Date | undefined): Promise<unknown> => {
  const { handler } = await import('../lambdas/handlers/reset-quotas.ts');
  return handler(now ? { now: now.toISOString() } : {});
};

const commands: Record<string, (flags: Flags, subject: string | undefined) => Promise<unknown>> = {
  'account create': ({ plan, status, anchor }) =>
    createAccount(administration().store, world, { plan: needed(plan, '--plan'), ...given({ status, anchor }) }),
  'account set': ({ plan, status, ...rest }, id) => {
    const change = {
      plan,
      status,
      periodEnd: rest['period-end'],
      mintsUsed: rest['mints-used'],
      generationsUsed: rest['ai-used'],
    };
    return setAccount(administration().store, world, needed(id, 'ID'), given(change));
  },
  'account show': (_, id) => showAccount(administration().store, world, needed(id, 'ID')),
  'key create': ({ account }) => createKey(administration().store, world, needed(account, '--account')),
  'key revoke': (_, id) => revokeKey(administration().store, needed(id, 'KEYID')),
  'starters publish': async () => {
    const { ports, store } = administration();
    return publishStarters(ports, store, world, await starters());
  },
  'templates recompile': ({ all = false }) => {
    const { ports, store } = administration();
    return recompileTemplates(ports, store, world, { all });
  },
  'quotas reset': ({ now }) => resetQuotas(now),
};

/**
 * Does what the words of a command line ask for.
 *
 * @throws AdminError for a mistake in them.
 */
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
        account: text,
      },
      ...{
        now: text,
        data: text,
        stage: text,
        json: { type: 'boolean' },
        all: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    },
  });
  const parsed = flags.safeParse(values);
  if (!parsed.success) throw new AdminError(`${z.prettifyError(parsed.error)}\n\n${usage}`);
  const [noun = '', verb = '', subject] = positionals;
  const command = commands[`${noun} ${verb}`];
  if (parsed.data.help || !command) throw new AdminError(usage);

  const { stage, data } = parsed.data;
  const cloud = stage === undefined ? await useLocalCloud(resolve(data)) : await useDeployedCloud(stage);
  try {
    return await command(parsed.data, subject);
  } finally {
    await cloud.close();
  }
};

/** Whether an error is the operator's mistake, told in its message alone. */
export const isMistake = (error: unknown): error is Error =>
  error instanceof AdminError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') === true;

if (import.meta.main) {
  logToStandardError();
  const args = process.argv.slice(2);
  try {
    const result = await runAdmin(args);
    print(args.includes('--json') ? JSON.stringify(result) : JSON.stringify(result, null, 2));
    process.exit(0);
  } catch (error) {
    if (!isMistake(error)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
