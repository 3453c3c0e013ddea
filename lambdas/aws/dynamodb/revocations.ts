import { DeleteCommand, PutCommand, paginateQuery, paginateScan, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { lastVersion, readRevocationId, revocationId } from '../../core/revocation.ts';
import type { RevocationRecord } from '../../ports/records.ts';
import type { RevocationLister } from '../../ports/revocations.ts';
import { cachedVerdicts } from '../cached-verdicts.ts';
import type { Adapter } from '../connect.ts';
import { batchGet } from './batch-get.ts';
import { documents } from './client.ts';
import { holds } from './condition.ts';
import { readRevocation, revocationItem, stored } from './items.ts';

/** Returns the cache key of a verdict: account, revocation id and the edge's epoch. */
const getName = (accountId: string, id: string, epoch = ''): string => `${accountId} ${id} ${epoch}`;
const getKey = (name: string) => {
  const [accountId = '', id = ''] = name.split(' ');
  return { accountId, revocationId: id };
};
const getKind = (name: string) => readRevocationId(getKey(name).revocationId)?.kind;

export const dynamoDbRevocations: Adapter<'revocations:read'> = ({ REVOCATIONS_TABLE }) => {
  /** Returns whether the versions up to this one, or up to a later one, are revoked. */
  const isUpToRevoked = async (name: string): Promise<boolean> => {
    const { accountId, revocationId: from } = getKey(name);
    const to = readRevocationId(from);
    if (to?.kind !== 'versions') return false;
    const pages = paginateQuery(
      { client: documents },
      {
        TableName: REVOCATIONS_TABLE,
        KeyConditionExpression: 'accountId = :account AND revocationId BETWEEN :from AND :to',
        FilterExpression: 'isLifted = :no',
        ExpressionAttributeValues: {
          ':account': accountId,
          ':from': from,
          ':to': revocationId({ ...to, version: lastVersion }),
          ':no': false,
        },
        ConsistentRead: true,
      },
    );
    for await (const { Items = [] } of pages) if (Items.length > 0) return true;
    return false;
  };

  const isAnyRevoked = cachedVerdicts(async (names) => {
    const upTo = names.filter((name) => getKind(name) === 'versions');
    const exact = names.filter((name) => getKind(name) !== 'versions');
    const [items, areUpTo] = await Promise.all([
      exact.length > 0 ? batchGet({ [REVOCATIONS_TABLE]: exact.map(getKey) }) : undefined,
      Promise.all(upTo.map(isUpToRevoked)),
    ]);
    const found = (items?.[REVOCATIONS_TABLE] ?? []).map(readRevocation).filter(({ isLifted }) => !isLifted);
    const foundNames = new Set(found.map((one) => getName(one.accountId, one.revocationId)));
    const isFound = (name: string) => foundNames.has(getName(getKey(name).accountId, getKey(name).revocationId));
    return new Set([...exact.filter(isFound), ...upTo.filter((_, n) => areUpTo[n])]);
  });

  return {
    isRevoked: ({ accountId, hash, templateId, version, signingKeyId, epoch }, onStale) => {
      const ids = [
        revocationId({ kind: 'url', hash }),
        revocationId({ kind: 'version', templateId, version }),
        revocationId({ kind: 'versions', templateId, version }),
        ...(signingKeyId === undefined ? [] : [revocationId({ kind: 'key', signingKeyId })]),
      ];
      return isAnyRevoked(
        ids.map((id) => getName(accountId, id, epoch)),
        onStale,
      );
    },
  };
};

const lister = (TableName: string): RevocationLister => ({
  async of(accountId) {
    const found: RevocationRecord[] = [];
    const pages = paginateQuery(
      { client: documents },
      {
        TableName,
        KeyConditionExpression: 'accountId = :account',
        ExpressionAttributeValues: { ':account': accountId },
        ConsistentRead: true,
      },
    );
    for await (const { Items = [] } of pages) found.push(...Items.map(readRevocation));
    return found;
  },
});

export const dynamoDbRevocationLister: Adapter<'revocations:list'> = ({ REVOCATIONS_TABLE }) =>
  lister(REVOCATIONS_TABLE);

export const dynamoDbRevocationAdder: Adapter<'revocations:add'> = ({ REVOCATIONS_TABLE: TableName }) => ({
  ...lister(TableName),
  async put(revocation) {
    const expires = Math.ceil(revocation.expiresAt.getTime() / 1000);
    const Item = stored(revocationItem.encode({ ...revocation, expires }));
    await documents.send(new PutCommand({ TableName, Item }));
  },
});

export const dynamoDbRevocationLifter: Adapter<'revocations:lift'> = ({ REVOCATIONS_TABLE: TableName }) => ({
  ...lister(TableName),
  lift: (accountId, id) =>
    holds(
      documents.send(
        new UpdateCommand({
          TableName,
          Key: { accountId, revocationId: id },
          UpdateExpression: 'SET isLifted = :yes',
          ConditionExpression: 'attribute_exists(accountId)',
          ExpressionAttributeValues: { ':yes': true },
        }),
      ),
    ),
  async removeLifted(accountId, id) {
    const command = new DeleteCommand({
      TableName,
      Key: { accountId, revocationId: id },
      ConditionExpression: 'isLifted = :yes',
      ExpressionAttributeValues: { ':yes': true },
    });
    await holds(documents.send(command));
  },
});

export const dynamoDbRevocationWalker: Adapter<'revocations:walk'> = ({ REVOCATIONS_TABLE: TableName }) => ({
  async all() {
    const found: RevocationRecord[] = [];
    const pages = paginateScan({ client: documents }, { TableName, ConsistentRead: true });
    for await (const { Items = [] } of pages) found.push(...Items.map(readRevocation));
    return found;
  },
});
