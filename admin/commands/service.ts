import type { TableVariable } from '../../lambdas/config/tables.ts';
import { AdminError } from '../administer-accounts.ts';
import { listAudit } from '../audit.ts';
import { type Bill, billColumns, getBills, getTopUsers, toCsv } from '../bills.ts';
import { createDeskPolicy, desks } from '../desks.ts';
import { enrolCanary } from '../enrol-canary.ts';
import { publishStarters } from '../publish-starters.ts';
import { recompileTemplates } from '../recompile-templates.ts';
import { type Commands, getWord } from './command.ts';

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

const topUsers = 10;
const auditEntries = 100;

export const serviceCommands: Commands = {
  'usage export': {
    required: ['month'],
    flags: ['format'],
    says: 'what each account used in its billing month that began then, also those deleted since; csv by default',
    run: async ({ store, runtime }, { flags: { month = '', format = 'csv' } }) => {
      const bills = await getBills(store, runtime, month);
      return format === 'csv' ? toCsv<Bill>(billColumns, bills) : bills;
    },
  },
  'usage top': {
    flags: ['month', 'by', 'limit'],
    says: `the accounts that used most: by mints in this month, ${topUsers} of them, by default`,
    run: ({ store, runtime }, { flags: { month, by = 'mints', limit = topUsers } }) =>
      getTopUsers(store, runtime, { month: month ?? runtime.now().toISOString().slice(0, 7), by, limit }),
  },
  audit: {
    flags: ['account', 'from', 'to', 'limit'],
    says: `who changed what, the latest first: the last ${auditEntries} by default, of 400 days`,
    run: ({ store, runtime }, { flags: { account, from, to, limit = auditEntries } }) =>
      listAudit(store, runtime, { account, from, to, limit }),
  },
  'starters publish': {
    audits: () => ({ accountId: undefined, subject: 'starters' }),
    run: async ({ ports, store, runtime, starters }) => publishStarters(ports, store, runtime, await starters()),
  },
  'templates recompile': {
    flags: ['all'],
    audits: () => ({ accountId: undefined, subject: 'templates' }),
    run: ({ ports, store, runtime }, { flags: { all = false } }) => recompileTemplates(ports, store, runtime, { all }),
  },
  'quotas reset': {
    flags: ['now'],
    audits: () => ({ accountId: undefined, subject: 'billing months' }),
    run: ({ runtime, resetQuotas }, { flags: { now = runtime.now() } }) => resetQuotas(now),
  },
  'rows restore': {
    words: ['NAME'],
    required: ['from'],
    says: `--from TABLE: copies rows that a table lacks out of a restored copy. NAME: ${restorable.join(', ')}`,
    audits: (given) => ({ accountId: undefined, subject: getWord(given) }),
    run: ({ store }, given) => {
      const name = getWord(given);
      const found = restorable.find((one) => one === name);
      if (!found) throw new AdminError(`${name} is none of ${restorable.join(', ')}.`);
      return store.copyMissingRows(`${found.toUpperCase()}_TABLE` as TableVariable, given.flags.from ?? '');
    },
  },
  'canary enrol': {
    flags: ['new'],
    says: 'gives it an account and a key; --new: replaces and ends those it has',
    audits: (_given, result) =>
      result?.isNew ? { accountId: String(result.accountId), subject: String(result.keyId) } : undefined,
    run: ({ store, runtime, canaryKey }, { flags: { new: isNewWanted = false } }) =>
      enrolCanary(store, runtime, canaryKey, isNewWanted),
  },
  policy: {
    words: ['DESK'],
    says: `prints the IAM policy for people of a desk: ${Object.keys(desks).join(', ')}`,
    run: async ({ policyTarget }, given) => createDeskPolicy(getWord(given), policyTarget()),
  },
  'canary run': {
    says: 'runs it once, as every five minutes',
    run: ({ runCanary }) => runCanary(),
  },
};
