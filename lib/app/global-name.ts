import { Names, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

const prefixContext = 'image-url:name-prefix';

/**
 * Returns the name of this instance of the service: that of the stack if it is the stack's only instance, otherwise one
 * with the instance's path and a hash, at most 32 characters.
 */
export const instanceName = (scope: Construct): string =>
  scope.node.tryGetContext(prefixContext) ?? Stack.of(scope).stackName;

/** Sets the name of an instance. Must be called before the instance has children. */
export const nameInstance = (instance: Construct): void => {
  const stack = Stack.of(instance);
  const ids = instance.node.scopes.slice(instance.node.scopes.indexOf(stack) + 1).map(({ node }) => node.id);
  if (ids.every((id) => id === 'Default')) return;
  const prefix = Names.uniqueResourceName(instance, { maxLength: 32, separator: '-' });
  instance.node.setContext(prefixContext, prefix);
};

/** Returns a name that is unique in an account for all regions, because it contains the region. */
export const globalName = (scope: Construct, what: string): string =>
  `${instanceName(scope)}-${what}-${Stack.of(scope).region}`;
