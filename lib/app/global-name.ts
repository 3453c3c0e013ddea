import { Names, Stack } from 'aws-cdk-lib';
import type { Construct, IConstruct } from 'constructs';
import { StageError } from './settings.ts';

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

/** Constructs by the name of their instance, of each app. */
const claimed = new WeakMap<IConstruct, Map<string, string>>();

/** Reserves the name of an instance. @throws StageError when another instance of the app has it */
export const claimInstanceName = ({ node }: Construct, name: string): void => {
  const names = claimed.get(node.root) ?? new Map<string, string>();
  claimed.set(node.root, names);
  const other = names.get(name);
  if (other !== undefined)
    throw new StageError(
      `ImageUrls ${node.path}: instanceName: ${other} has the name ${name} already; metrics, logs and alarms of an app need one for each.`,
    );
  names.set(name, node.path);
};
