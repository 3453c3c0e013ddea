import { AsyncLocalStorage } from 'node:async_hooks';
import { observeCalls } from '../lambdas/aws/observed-client.ts';
import { capabilities, type Permission, toGrant } from '../lambdas/config/capabilities.ts';
import { readEnvironment } from '../lambdas/config/environment.ts';
import { type FunctionId, functions } from '../lambdas/config/functions.ts';
import { type TableVariable, tables } from '../lambdas/config/tables.ts';
import { type AwsCall, type CommandInput, getCalls } from './aws-calls.ts';

/*
 * The functions' permissions, enforced although all functions share one process: every AWS call is checked against the
 * row of its function, as IAM does after a deployment.
 */

/** A call that was allowed, with the permission that allows it: `s3:GetObject SOURCES_BUCKET/render-plans/*`. */
export interface GrantedCall {
  readonly functionId: FunctionId;
  readonly grant: string;
}

const running = new AsyncLocalStorage<FunctionId>();
const listeners = new Set<(call: GrantedCall) => void>();

/** Runs something as a function, so that its AWS calls are checked against that function's row. */
export const asFunction = <T>(id: FunctionId, run: () => T): T => running.run(id, run);

/** Returns the function as which this runs; undefined outside of functions. */
export const getRunningFunction = (): FunctionId | undefined => running.getStore();

/** Calls a listener for every allowed call. Returns a function that removes the listener. */
export const onGrantedCall = (listener: (call: GrantedCall) => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const isPart = (part: string, granted: string): boolean =>
  granted.endsWith('*') ? part.startsWith(granted.slice(0, -1)) : part === granted;

const getPermissions = (id: FunctionId) =>
  functions[id].needs.flatMap((name) => {
    const environment = readEnvironment(name) as Readonly<Record<string, unknown>>;
    return capabilities[name].grants.map((one: Permission) => ({ ...one, resource: environment[one.on] }));
  });

/** Returns whether all items that a call names are of the kinds of a permission. */
const isOfKind = ({ leadingKeys }: AwsCall, { on, kind }: Permission): boolean => {
  if (kind === undefined) return true;
  const keys = leadingKeys?.(tables[on as TableVariable].partitionKey) ?? [];
  // a value of the document client, or as DynamoDB gets it
  const texts = keys.map((key) => (typeof key === 'object' && key !== null && 'S' in key ? key.S : key));
  return texts.length > 0 && texts.every((text) => kind.split(',').includes(String(text).split(' ', 1)[0] ?? ''));
};

const findGrant = (id: FunctionId, call: AwsCall): string | undefined => {
  const found = getPermissions(id).find(
    (one) =>
      one.actions.includes(call.action) &&
      one.resource === call.resource &&
      isPart(call.part, one.part) &&
      isOfKind(call, one),
  );
  return found && toGrant(call.action, found);
};

/** Checks that the function's row grants a call. @throws AccessDeniedException, like the services */
const check = (id: FunctionId, call: AwsCall): void => {
  const grant = findGrant(id, call);
  if (grant === undefined) {
    const message = `${id} is not authorized to perform ${call.action} on ${call.resource}${call.part}`;
    throw Object.assign(new Error(message), { name: 'AccessDeniedException', $metadata: { httpStatusCode: 403 } });
  }
  for (const listener of listeners) listener({ functionId: id, grant });
};

/** Converts NoSuchKey to AccessDenied for a function that may not list the bucket, like S3. */
const checkAbsence = (id: FunctionId, error: unknown, { Bucket = '' }: CommandInput): void => {
  if (!(error instanceof Error) || error.name !== 'NoSuchKey') return;
  check(id, { action: 's3:ListBucket', resource: Bucket, part: '' });
};

/** Checks every AWS call of this process from here on. */
export const guardCalls = (): void => {
  observeCalls(async ({ clientName, commandName, input }, send) => {
    const id = running.getStore();
    if (id === undefined) return send();
    for (const call of getCalls(clientName, commandName.replace(/Command$/, ''), input)) check(id, call);
    try {
      return await send();
    } catch (error) {
      checkAbsence(id, error, input);
      throw error;
    }
  });
};
