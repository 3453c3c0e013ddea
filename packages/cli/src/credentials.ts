import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import * as z from 'zod';
import { parseSigningKey } from '../../client/src/signing.ts';
import { canonicalAddress, isUnencrypted } from './addresses.ts';
import type { Context } from './context.ts';
import { readEnvFile } from './env-file.ts';
import { Failure, getReason, hasCode, wrongUse } from './failure.ts';
import { isInside } from './paths.ts';

const keyForm = /^[\x21-\x7e]+$/;
/** Permissions of group and others. */
const others = 0o077;
const othersWrite = 0o022;

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw wrongUse('UNREADABLE_KEY_FILE', `The key file ${path} cannot be read: ${getReason(error)}.`, error);
  }
};

/** Where keys of each kind are stored, and their form. */
const keyKinds = {
  api: {
    field: 'apiKey',
    variable: 'IMAGE_URL_API_KEY',
    isForm: (key: string) => keyForm.test(key),
    invalid: ['INVALID_API_KEY', 'holds no API key: one line that begins with iu_ was expected.'],
  },
  signing: {
    field: 'signingKey',
    variable: 'IMAGE_URL_SIGNING_KEY',
    isForm: (key: string) => parseSigningKey(key) !== undefined,
    invalid: ['INVALID_SIGNING_KEY', 'holds no signing key: one line iusk.<key>.<secret> was expected.'],
  },
} as const;
type KeyKind = (typeof keyKinds)[keyof typeof keyKinds];

/** @throws Failure without the key in its message */
const validateKey = (key: string, from: string, { isForm, invalid: [code, what] }: KeyKind): string => {
  if (isForm(key.trim())) return key.trim();
  throw wrongUse(code, `${from} ${what}`);
};

/** @throws Failure for a file that others can read, because they could use its key */
const requirePrivate = (path: string): void => {
  if (process.platform === 'win32') return;
  if (statSync(path).mode & others)
    throw wrongUse('READABLE_CREDENTIALS', `${path} can be read by others: chmod 600 ${path}`);
};

/** A key and its source. */
interface FoundKey {
  readonly key: string;
  readonly from: string;
  /** Whether the key is stored for the requested address, which permits sending it there. */
  readonly isBound: boolean;
}

const getKey = (entry: unknown, { field }: KeyKind): unknown =>
  (entry as { [field: string]: unknown } | null | undefined)?.[field];

const invalidCredentials = (path: string, address: string): Failure =>
  wrongUse(
    'INVALID_CREDENTIALS',
    `${path} holds no key for ${address}; it should be { "${address}": { "apiKey": "iu_..." } }.`,
  );

/** Returns the key of a credentials file, stored for the address or without one; undefined if there is none. */
const readKey = (path: string, address: string, kind: KeyKind): FoundKey | undefined => {
  requirePrivate(path);
  try {
    const all: unknown = JSON.parse(read(path));
    const [, own] = Object.entries(Object(all)).find(([name]) => canonicalAddress(name) === address) ?? [];
    const bound = getKey(own, kind);
    const key = bound ?? getKey(all, kind);
    if (typeof key === 'string') return { key: validateKey(key, path, kind), from: path, isBound: bound !== undefined };
    return undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw invalidCredentials(path, address);
  }
};

type Environment = Context['environment'];

/** Returns the path of a user's file. Relative XDG paths are ignored: they would lead into the repository. */
const getUserFile = ({ XDG_CONFIG_HOME: config = '', HOME: home = homedir() }: Environment, name: string): string =>
  join(isAbsolute(config) ? config : join(home, '.config'), 'image-url', name);

/** Returns a folder for data that can be fetched again. Relative XDG paths are ignored. */
export const cacheFolder = (
  { XDG_CACHE_HOME: cache = '', HOME: home = homedir() }: Environment,
  name: string,
): string => join(isAbsolute(cache) ? cache : join(home, '.cache'), 'image-url', name);

const credentialsFile = (environment: Environment): string => getUserFile(environment, 'credentials.json');
const addressesFile = (environment: Environment): string => getUserFile(environment, 'addresses.json');

/** Returns the addresses that were confirmed with `image-url trust` or `image-url init`. */
const readConfirmedAddresses = (environment: Environment): readonly string[] => {
  const path = addressesFile(environment);
  try {
    if (process.platform !== 'win32' && statSync(path).mode & othersWrite)
      throw wrongUse('WRITABLE_ADDRESSES', `${path} can be written by others: chmod 600 ${path}`);
    return z.array(z.string()).parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    if (error instanceof Failure) throw error;
    throw wrongUse('INVALID_ADDRESSES', `${path} cannot be read: delete it, and confirm addresses again.`, error);
  }
};

/** Stores, outside of every repository, that keys may be sent to an address. @throws Failure for an invalid address */
export const confirmAddress = (environment: Environment, baseUrl: string): string => {
  const address = checkedAddress(baseUrl);
  const known = readConfirmedAddresses(environment);
  const path = addressesFile(environment);
  if (known.includes(address)) return path;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const draft = `${path}.${randomUUID()}.tmp`;
    writeFileSync(draft, `${JSON.stringify([...known, address].sort(), null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    renameSync(draft, path);
    return path;
  } catch (error) {
    throw wrongUse('UNWRITABLE_FILE', `${path} cannot be written: ${getReason(error)}.`, error);
  }
};

/** Returns the canonical spelling of an address for a key. @throws Failure for an invalid or unencrypted address */
export const checkedAddress = (baseUrl: string): string => {
  const address = canonicalAddress(baseUrl);
  if (address === undefined)
    throw wrongUse('INVALID_BASE_URL', `${baseUrl} is not an address like https://api.example.com.`);
  if (isUnencrypted(address))
    throw wrongUse(
      'INSECURE_BASE_URL',
      `No key is sent to ${address}: by http it could be read on its way. Use https; http is for this machine only.`,
    );
  return address;
};

/**
 * Returns the first key of `--key-file`, the environment, the credentials file and the project's `.env`, which is the
 * last, because it may have come with the repository.
 */
const findKey = (context: Context, address: string, kind: KeyKind): FoundKey | undefined => {
  const {
    cwd,
    environment,
    options: { keyFile },
  } = context;
  if (keyFile !== undefined)
    return { key: validateKey(read(resolve(cwd, keyFile)), keyFile, kind), from: keyFile, isBound: false };
  const given = environment[kind.variable];
  if (given) return { key: validateKey(given, kind.variable, kind), from: kind.variable, isBound: false };
  const path = credentialsFile(environment);
  const own = existsSync(path) ? readKey(path, address, kind) : undefined;
  return own ?? findInEnvFile(context, kind);
};

const findInEnvFile = (context: Context, kind: KeyKind): FoundKey | undefined => {
  const given = readEnvFile(context)[kind.variable];
  if (given === undefined) return undefined;
  const key = validateKey(given, `${kind.variable} of .env`, kind);
  context.output.note(`${kind.variable} is that of .env, beside image-url.json.`);
  return { key, from: '.env', isBound: false };
};

const findApiKey = (context: Context, address: string): FoundKey => {
  const found = findKey(context, address, keyKinds.api);
  if (found) return found;
  const path = credentialsFile(context.environment);
  if (existsSync(path)) throw invalidCredentials(path, address);
  throw wrongUse(
    'MISSING_API_KEY',
    `There is no API key: set IMAGE_URL_API_KEY (also in .env beside image-url.json), name a --key-file, or write { "${address}": { "apiKey": "iu_..." } } to ${path} (mode 0600).`,
  );
};

/** Returns whether the user, not the repository, has named an address. */
const isConfirmed = (environment: Environment, root: string, address: string): boolean => {
  const { IMAGE_URL_BASE_URL: named } = environment;
  if (named && canonicalAddress(named) === address) return true;
  return !isInside(root, addressesFile(environment)) && readConfirmedAddresses(environment).includes(address);
};

/**
 * Returns the API key for an address: of `--key-file`, `IMAGE_URL_API_KEY`, the credentials file or `.env`, in this
 * order. A key that is not stored for this address is only sent to `IMAGE_URL_BASE_URL` and confirmed addresses, because
 * `baseUrl` comes from a repository.
 * @throws Failure without a key, and when it must not be sent to the address
 */
export const readApiKey = (context: Context, root: string, baseUrl: string): string => {
  const { environment } = context;
  const address = checkedAddress(baseUrl);
  const { key, from, isBound } = findApiKey(context, address);
  if (isBound || isConfirmed(environment, root, address)) return key;
  const wayOut = environment.CI
    ? `Set IMAGE_URL_BASE_URL=${address} beside the key, where the key is set.`
    : `If that is your service, confirm it once: image-url trust ${address}`;
  throw wrongUse(
    'UNCONFIRMED_ADDRESS',
    `The key of ${from} is not sent to ${address}: image-url.json names this address, and you have not. ${wayOut}`,
  );
};

/**
 * Returns the signing key for an image host, found like API keys; undefined if there is none. It never leaves this
 * machine, so the host needs no confirmation.
 *
 * @throws Failure for an invalid key, and for a credentials file that others can read
 */
export const findSigningKey = (context: Context, imageHost: string): string | undefined =>
  findKey(context, imageHost, keyKinds.signing)?.key;

/** Like `findSigningKey`. @throws Failure also without a key */
export const readSigningKey = (context: Context, imageHost: string): string => {
  const key = findSigningKey(context, imageHost);
  if (key !== undefined) return key;
  throw wrongUse(
    'MISSING_SIGNING_KEY',
    `There is no signing key: set IMAGE_URL_SIGNING_KEY (also in .env beside image-url.json), name a --key-file, or write { "${imageHost}": { "signingKey": "iusk..." } } to ${credentialsFile(context.environment)} (mode 0600).`,
  );
};
