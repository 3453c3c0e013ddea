import type { TableVariable } from '../../lambdas/config/tables.ts';
import { AdminError } from '../administer-accounts.ts';
import { listAudit, serviceAudit } from '../audit.ts';
import { type Bill, billColumns, getBills, getTopUsers, toCsv } from '../bills.ts';
import { createDeskPolicy, desks } from '../desks.ts';
import { enrolCanary } from '../enrol-canary.ts';
import { publishStarters } from '../publish-starters.ts';
import { recompileTemplates } from '../recompile-templates.ts';
import { type Commands, getWord } from './command.ts';

/**
 * Tables whose rows may be copied back, in this order; not those of counters and of data that expires. Of `usage` only
 * which accounts were deleted, whose other rows are left out then.
 */
const restorable = [
  'usage',
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
    run: async ({ ports, store, runtime, starters }) => {
      const all = await starters();
      await runtime.beginAct({ accountId: serviceAudit, subject: 'starters' });
      return publishStarters(ports, store, runtime, all);
    },
  },
  'templates recompile': {
    flags: ['all'],
    run: async ({ ports, store, runtime }, { flags: { all = false } }) => {
      await runtime.beginAct({ accountId: serviceAudit, subject: 'templates' });
      return recompileTemplates(ports, store, runtime, { all });
    },
  },
  'quotas reset': {
    flags: ['now'],
    run: async ({ runtime, resetQuotas }, { flags: { now = runtime.now() } }) => {
      await runtime.beginAct({ accountId: serviceAudit, subject: 'billing months' });
      return resetQuotas(now);
    },
  },
  'rows restore': {
    words: ['NAME'],
    required: ['from'],
    says: `--from TABLE: copies rows that a table lacks out of a restored copy, but none of deleted accounts. NAME: ${restorable.join(', ')}`,
    run: async ({ store, runtime }, given) => {
      const name = getWord(given);
      const found = restorable.find((one) => one === name);
      if (!found) throw new AdminError(`${name} is none of ${restorable.join(', ')}.`);
      await runtime.beginAct({ accountId: serviceAudit, subject: name });
      return store.copyMissingRows(`${found.toUpperCase()}_TABLE` as TableVariable, given.flags.from ?? '');
    },
  },
  'canary enrol': {
    flags: ['new'],
    says: 'gives it an account and a key; --new: replaces and ends those it has',
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
