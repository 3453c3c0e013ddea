import { Names, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

const prefixContext = 'image-url:name-prefix';

/**
 * Returns the name of this instance of the service: that of the stack for the only instance of a stack of its own, else one
 * with the instance's path and a hash, at most 32 characters.
 */
export const instanceName = (scope: Construct): string =>
  scope.node.tryGetContext(prefixContext) ?? Stack.of(scope).stackName;

/** Gives an instance its name. Call it before the instance has children. */
export const nameInstance = (instance: Construct): void => {
  const stack = Stack.of(instance);
  const ids = instance.node.scopes.slice(instance.node.scopes.indexOf(stack) + 1).map(({ node }) => node.id);
  if (ids.every((id) => id === 'Default')) return;
  const prefix = Names.uniqueResourceName(instance, { maxLength: 32, separator: '-' });
  instance.node.setContext(prefixContext, prefix);
};

/** Returns the name of something that an account has once for all regions: with the region, so that two regions differ. */
export const globalName = (scope: Construct, what: string): string =>
  `${instanceName(scope)}-${what}-${Stack.of(scope).region}`;
