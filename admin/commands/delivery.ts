import { denyListKinds, type Subject } from '../../lambdas/domain/deny-list.ts';
import { AdminError, requireAccount, requireKnown } from '../administer-accounts.ts';
import { deny, listDenyList, removeDenyListEntry } from '../administer-deny-list.ts';
import { liftAnyRevocation, listAllRevocations, revokeUrl } from '../administer-revocations.ts';
import { eraseUrl } from '../delete-account.ts';
import { type Commands, type Desk, type Given, getWord } from './command.ts';

const getStores = ({ store, ports }: Desk) => ({ store, edge: ports['edgeDenyList:write'] });

/** Returns the subject of the first two words. @throws AdminError for another kind */
const getSubject = (given: Given): Subject => {
  const kind = denyListKinds.find((one) => one === getWord(given));
  if (!kind) throw new AdminError(`${getWord(given)} is none of ${denyListKinds.join(', ')}.`);
  return { kind, id: getWord(given, 1) };
};

export const deliveryCommands: Commands = {
  'deny list': { run: (desk) => listDenyList(getStores(desk)) },
  'deny lift': {
    words: ['account|template|site', 'ID'],
    run: async (desk, given) => removeDenyListEntry(getStores(desk), desk.runtime, getSubject(given)),
  },
  deny: {
    words: ['account|template|site', 'ID'],
    says: 'its published URLs answer 403 within a minute',
    run: async (desk, given) => {
      const subject = await requireKnown(desk.store, getSubject(given));
      return deny(getStores(desk), desk.runtime, subject);
    },
  },
  'revoke url': {
    words: ['URL'],
    flags: ['erase'],
    says: 'revokes a minted, on-demand or site image: 410 within a minute; --erase: as revoke --erase',
    run: ({ erasure, runtime }, given) => (given.flags.erase ? eraseUrl : revokeUrl)(erasure, runtime, getWord(given)),
  },
  'revoke --erase': {
    words: ['URL'],
    flags: ['erase'],
    says: 'as revoke url, and erases the image wherever it is stored',
    run: ({ erasure, runtime }, given) => eraseUrl(erasure, runtime, getWord(given)),
  },
  'revoke lift': {
    words: ['ACCOUNT', 'REVOCATIONID'],
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
