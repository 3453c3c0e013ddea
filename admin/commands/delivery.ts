import { denyListKinds, type Subject } from '../../lambdas/domain/deny-list.ts';
import { AdminError, requireAccount, requireKnown } from '../administer-accounts.ts';
import { deny, listDenyList, removeDenyListEntry } from '../administer-deny-list.ts';
import { liftAnyRevocation, listAllRevocations, revokeUrl } from '../administer-revocations.ts';
import { eraseUrl } from '../delete-account.ts';
import { type Command, type Commands, type Desk, type Given, getWord } from './command.ts';

const getStores = ({ store, ports }: Desk) => ({ store, edge: ports['edgeDenyList:write'] });

/** Returns the subject of the first two words. @throws AdminError for another kind */
const getSubject = (given: Given): Subject => {
  const kind = denyListKinds.find((one) => one === getWord(given));
  if (!kind) throw new AdminError(`${getWord(given)} is none of ${denyListKinds.join(', ')}.`);
  return { kind, id: getWord(given, 1) };
};

/** Returns the account of what is denied; undefined for starters, which belong to the service. */
const getOwner = async ({ store }: Desk, { kind, id }: Subject): Promise<string | undefined> => {
  if (kind === 'account') return id;
  if (kind === 'site') return id.split('-')[0];
  const owner = await store.templateOwner(id);
  return owner?.startsWith('$') ? undefined : owner;
};

type Denied = Record<string, unknown> & { readonly accountId?: string | undefined };
const withOwner = async <T extends object>(desk: Desk, subject: Subject, result: T): Promise<T & Denied> => {
  const accountId = await getOwner(desk, subject);
  return { ...result, ...(accountId !== undefined && { accountId }) };
};
const auditsSubject: NonNullable<Command['audits']> = (_given, result) =>
  result && {
    accountId: result.accountId === undefined ? undefined : String(result.accountId),
    subject: `${result.kind} ${result.id}`,
  };

const auditsRevocation: NonNullable<Command['audits']> = (_given, result) =>
  result && { accountId: String(result.accountId), subject: String(result.revocationId) };

export const deliveryCommands: Commands = {
  'deny list': { run: (desk) => listDenyList(getStores(desk)) },
  'deny lift': {
    words: ['account|template|site', 'ID'],
    audits: auditsSubject,
    run: async (desk, given) => {
      const subject = getSubject(given);
      return withOwner(desk, subject, await removeDenyListEntry(getStores(desk), subject));
    },
  },
  deny: {
    words: ['account|template|site', 'ID'],
    says: 'its published URLs answer 403 within a minute',
    audits: auditsSubject,
    run: async (desk, given) => {
      const subject = await requireKnown(desk.store, getSubject(given));
      return withOwner(desk, subject, await deny(getStores(desk), desk.runtime, subject));
    },
  },
  'revoke url': {
    words: ['URL'],
    flags: ['erase'],
    says: 'revokes a minted, on-demand or site image: 410 within a minute; --erase: as revoke --erase',
    audits: auditsRevocation,
    run: ({ erasure, ports, runtime }, given) =>
      given.flags.erase ? eraseUrl(erasure, runtime, getWord(given)) : revokeUrl(ports, runtime, getWord(given)),
  },
  'revoke --erase': {
    words: ['URL'],
    flags: ['erase'],
    says: 'as revoke url, and erases the image wherever it is stored',
    audits: auditsRevocation,
    run: ({ erasure, runtime }, given) => eraseUrl(erasure, runtime, getWord(given)),
  },
  'revoke lift': {
    words: ['ACCOUNT', 'REVOCATIONID'],
    audits: (given) => ({ accountId: getWord(given), subject: getWord(given, 1) }),
    run: async ({ ports, store, runtime }, given) => {
      await requireAccount(store, getWord(given));
      return liftAnyRevocation(ports, runtime, getWord(given), getWord(given, 1));
    },
  },
  'revoke list': {
    flags: ['account'],
    run: async ({ ports, store, runtime, imageUrl }, { flags: { account } }) => {
      if (account !== undefined) await requireAccount(store, account);
      return listAllRevocations(ports, runtime, imageUrl, account);
    },
  },
};
