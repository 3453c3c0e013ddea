import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { getSignedQuery, type ImageQuery } from 'image-url-contract/signing/image-query.ts';
import { type Keyring, keyring } from 'image-url-contract/signing/keyring.ts';
import { dynamoDbTreeWriter } from '../../lambdas/aws/dynamodb/trees.ts';
import { readEnvironment } from '../../lambdas/config/environment.ts';
import { getTreeAddress } from '../../lambdas/domain/address.ts';
import type { StoredTree } from '../../lambdas/domain/stored-tree.ts';
import { service } from './service.ts';

export const readKeyring = async (): Promise<Keyring> => {
  const command = new GetSecretValueCommand({ SecretId: process.env.SIGNING_SECRET });
  const { SecretString = '' } = await new SecretsManagerClient({}).send(command);
  return keyring.parse(JSON.parse(SecretString));
};

/** A query for an image that was never minted. */
export const anImageQuery = (change: Partial<ImageQuery> = {}): ImageQuery => ({
  templateId: 'nobodys',
  uid: 'nobody',
  exp: Date.now() + 3_600_000,
  rv: 'e1-0000000000000000',
  tv: '1',
  options: { width: 64, height: 64, format: 'png', devicePixelRatio: 1 },
  variables: {},
  ...change,
});

/** A URL that is signed rightly, whatever it says. */
export const signedUrl = async (query: ImageQuery): Promise<string> => {
  const [key] = (await readKeyring()).keys;
  if (!key) throw new Error('The keyring is empty.');
  return `${service.imageUrl}/v1/image?${getSignedQuery(query, key)}`;
};

/** Stores render data under the address a query leads to, sound or not. */
export const storeTree = async (query: ImageQuery, tree: StoredTree): Promise<void> => {
  const writer = dynamoDbTreeWriter(readEnvironment('trees:write'));
  const taken = await writer.putAll(new Map([[getTreeAddress(query), tree]]), query.uid, new Date(query.exp));
  if (taken.length > 0) throw new Error('Another tree stands there.');
};
