import {
  createAccount,
  createKey,
  listAccountKeys,
  listAccounts,
  recountAccount,
  revokeKey,
  setAccount,
  showAccount,
} from '../administer-accounts.ts';
import { deleteAccount } from '../delete-account.ts';
import { type Commands, type Given, getWord, omitUndefined } from './command.ts';

/** Returns what `account set` sets: values, but of texts about people only that they changed. */
const getChanges = ({ flags }: Given): Record<string, string> => {
  const isText = (name: string) => ['name', 'contact', 'note'].includes(name);
  return Object.fromEntries(
    Object.entries(flags).flatMap(([name, value]) => {
      if (value === undefined) return [];
      if (isText(name)) return [[name, 'changed']];
      return [[name, value instanceof Date ? value.toISOString() : String(value)]];
    }),
  );
};

export const accountCommands: Commands = {
  setup: {
    says: 'creates an account without limits, for your own sites, and its first API key',
    run: async ({ store, runtime }) => {
      const account = await createAccount(store, runtime, {});
      return { ...account, ...(await createKey(store, runtime, account.accountId)) };
    },
  },
  'account create': {
    required: ['plan'],
    flags: ['name', 'status', 'anchor'],
    run: ({ store, runtime }, { flags: { plan, name, status, anchor } }) =>
      createAccount(store, runtime, omitUndefined({ plan, name, status, anchor })),
  },
  'account list': {
    flags: ['plan', 'status', 'name'],
    says: 'lists accounts; --name: those with this part of a name',
    run: ({ store, runtime }, { flags }) => listAccounts(store, runtime, flags),
  },
  'account show': {
    words: ['ID'],
    run: ({ store, runtime }, given) => showAccount(store, runtime, getWord(given)),
  },
  'account set': {
    words: ['ID'],
    flags: ['name', 'contact', 'note', 'plan', 'status', 'period-end', 'mints-used', 'ai-used', 'ai-failed'],
    says: 'an empty text removes a name, contact or note',
    run: ({ store, runtime }, given) => {
      const { plan, status, name, contact, note, ...rest } = given.flags;
      const change = {
        ...{ plan, status, name, contact, note },
        periodEnd: rest['period-end'],
        mintsUsed: rest['mints-used'],
        generationsUsed: rest['ai-used'],
        generationsFailed: rest['ai-failed'],
      };
      return setAccount(store, runtime, getWord(given), omitUndefined(change), getChanges(given));
    },
  },
  'account suspend': {
    words: ['ID'],
    says: 'closes the API to it; its published images stay. account set ID --status active ends it',
    run: ({ store, runtime }, given) =>
      setAccount(store, runtime, getWord(given), { status: 'suspended' }, { status: 'suspended' }),
  },
  'account recount': {
    words: ['ID'],
    says: 'counts its templates again, after TOO_MANY_TEMPLATES with fewer than its plan holds; takes minutes, as it waits for requests',
    run: ({ store, runtime, saving }, given) =>
      recountAccount(store, runtime, getWord(given), () => saving.pause(saving.drainMs)),
  },
  'account delete': {
    words: ['ID'],
    flags: ['yes'],
    says: 'erases all its data; without --yes it prints how much there is',
    run: ({ erasure, runtime }, given) => deleteAccount(erasure, runtime, getWord(given), given.flags.yes === true),
  },
  'key create': {
    required: ['account'],
    flags: ['scope', 'name'],
    says: 'without --scope the key may do everything',
    run: ({ store, runtime }, { flags: { account = '', name, scope: scopes } }) =>
      createKey(store, runtime, account, omitUndefined({ name, scopes })),
  },
  'key list': {
    required: ['account'],
    says: 'lists its API keys and signing keys, without their secrets',
    run: ({ store }, { flags: { account = '' } }) => listAccountKeys(store, account),
  },
  'key revoke': {
    words: ['KEYID'],
    run: ({ store, runtime }, given) => revokeKey(store, runtime, getWord(given)),
  },
};
