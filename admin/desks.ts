import { capabilities, type Permission } from '../lambdas/config/capabilities.ts';
import { functions } from '../lambdas/config/functions.ts';
import { AdminError } from './administer-accounts.ts';
import called from './called-permissions.json' with { type: 'json' };

/*
 * People with a part of the operators' program: the commands of each desk, and the IAM policy that they need. What a
 * command calls is recorded while it runs (`test/operator/desks.service.alone.slow.test.ts`). What erases data, creates keys or copies
 * rows is on no desk.
 */

export const desks = {
  billing: [
    ...['account list', 'account show', 'account create', 'account set', 'account suspend'],
    ...['usage export', 'usage top', 'audit'],
  ],
  'abuse-desk': [
    ...['account list', 'account show', 'account suspend', 'key list', 'key revoke', 'audit'],
    ...['deny', 'deny lift', 'deny list', 'revoke url', 'revoke lift', 'revoke list'],
  ],
  'on-call': [
    ...['account list', 'account show', 'account recount', 'key list', 'key revoke', 'audit'],
    // not `revoke list`, which signs the URLs that it shows, and so reads the keyring
    ...['deny list', 'usage top', 'quotas reset', 'canary run'],
  ],
} as const satisfies Readonly<Record<string, readonly (keyof typeof called)[]>>;
export type DeskName = keyof typeof desks;

/** Permissions of commands, such as `dynamodb:GetItem KEYS_TABLE`: an action, a resource's variable, a part of it. */
const permissions: Readonly<Record<string, readonly string[]>> = called;

/** Functions that commands run: what they call depends on what there is to do, and their rows say all of it. */
const jobs: Readonly<Record<string, keyof typeof functions>> = {
  'quotas reset': 'resetQuotas',
  'canary run': 'runCanary',
};

/** Returns the permissions of the function that a command runs. */
const getJobPermissions = (command: string): readonly string[] => {
  const job = jobs[command];
  const granted = job ? functions[job].needs.flatMap((name): readonly Permission[] => capabilities[name].grants) : [];
  return granted.flatMap(({ on, actions, part = '' }) => actions.map((action) => `${action} ${on}${part}`));
};

/** Returns the permissions of a desk, sorted. */
export const getDeskPermissions = (desk: DeskName): readonly string[] => {
  const all = desks[desk].flatMap((command) => [...(permissions[command] ?? []), ...getJobPermissions(command)]);
  return [...new Set(all)].sort();
};

/** What a policy is about: where the stack is, and the values of its variables. */
export interface PolicyTarget {
  readonly account: string;
  readonly region: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Returns the ARN of the resource behind a variable. */
const getArn = ({ account, region, environment }: PolicyTarget, variable: string): string => {
  const value = environment[variable] ?? '';
  if (variable.endsWith('_TABLE')) return `arn:aws:dynamodb:${region}:${account}:table/${value}`;
  // secrets and key value stores are named by their ARNs
  return variable.endsWith('_BUCKET') ? `arn:aws:s3:::${value}` : value;
};

/**
 * Returns the IAM policy with which a desk's commands work on a stack, and no other does.
 *
 * @throws AdminError for an unknown desk
 */
export const createDeskPolicy = (name: string, target: PolicyTarget): object => {
  if (!Object.hasOwn(desks, name))
    throw new AdminError(`There is no desk ${name}; there are ${Object.keys(desks).join(', ')}.`);
  const byResource = new Map<string, string[]>();
  for (const permission of getDeskPermissions(name as DeskName)) {
    const [, action = '', variable = '', part = ''] = /^(\S+) (\w+)(.*)$/.exec(permission) ?? [];
    const arn = `${getArn(target, variable)}${part}`;
    byResource.set(arn, [...(byResource.get(arn) ?? []), action]);
  }
  // the program finds the resources by the outputs of the stack
  const stack = `arn:aws:cloudformation:${target.region}:${target.account}:stack/*`;
  byResource.set(stack, ['cloudformation:DescribeStacks']);
  return {
    Version: '2012-10-17',
    Statement: [...byResource].map(([Resource, Action]) => ({ Effect: 'Allow', Action, Resource })),
  };
};
