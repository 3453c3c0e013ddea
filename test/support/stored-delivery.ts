import { getSignedQuery, type ImageQuery } from 'image-url-contract/signing/image-query.ts';
import { newKeyring, type SigningKey } from 'image-url-contract/signing/keyring.ts';
import type { VElement } from '#engine/vnode/vnode.ts';
import * as adapters from '../../lambdas/aws/adapters.ts';
import { connect } from '../../lambdas/aws/connect.ts';
import { dynamoDbTreeWriter } from '../../lambdas/aws/dynamodb/trees.ts';
import { readEnvironment } from '../../lambdas/config/environment.ts';
import { getTreeAddress } from '../../lambdas/domain/address.ts';
import { packTree } from '../../lambdas/domain/stored-tree.ts';
import type { RemoteImages } from '../../lambdas/ports/images.ts';
import type { PortsOf } from '../../lambdas/ports/ports.ts';

const keyring = newKeyring(new Uint8Array(32), new Date(0));

/** What a process that delivers images has when it starts: the real adapters on this process's cloud. */
export const openDelivery = (
  fetch: RemoteImages['fetch'] = () => Promise.reject(new Error('No remote image is needed.')),
): PortsOf<'renderImage'> => {
  process.env.EDGE_FUNCTION = 'off';
  return connect('renderImage', {
    ...adapters,
    'keyring:read': () => ({ keyring: async () => keyring }),
    'remoteImages:fetch': () => ({ fetch }),
  });
};

export const sign = (query: ImageQuery): string => getSignedQuery(query, keyring.keys[0] as SigningKey);

export const pack = (tree: VElement) => {
  const packed = packTree(tree);
  if (!packed) throw new Error('The tree is too large.');
  return packed;
};

export const storeTree = async (query: ImageQuery, tree: VElement, accountId: string): Promise<void> => {
  const trees = new Map([[getTreeAddress(query), pack(tree)]]);
  await dynamoDbTreeWriter(readEnvironment('trees:write')).putAll(trees, accountId);
};
