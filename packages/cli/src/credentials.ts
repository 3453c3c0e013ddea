import { readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Context } from './context.ts';
import { hasCode, reasonOf, wrongUse } from './failure.ts';

const keyForm = /^[\x21-\x7e]+$/;
/** Anybody but the file's owner. */
const others = 0o077;

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw wrongUse('UNREADABLE_KEY_FILE', `The key file ${path} cannot be read: ${reasonOf(error)}.`, error);
  }
};

const checked = (key: string, from: string): string => {
  if (keyForm.test(key.trim())) return key.trim();
  throw wrongUse('INVALID_API_KEY', `${from} holds no API key: one line that begins with iu_ was expected.`);
};

/** @throws Failure for a file that others can read: a key in it is a key of theirs. */
const refuseReadable = (path: string): void => {
  if (process.platform === 'win32') return;
  if (statSync(path).mode & others)
    throw wrongUse('READABLE_CREDENTIALS', `${path} can be read by others: chmod 600 ${path}`);
};

/** Keys by the address they are for, or one for every address. */
const keyIn = (path: string, baseUrl: string): string => {
  refuseReadable(path);
  const usual = `{ "apiKey": "iu_..." }, or { "${baseUrl}": { "apiKey": "iu_..." } }`;
  try {
    const all = JSON.parse(read(path));
    const key = all?.[baseUrl]?.apiKey ?? all?.apiKey;
    if (typeof key === 'string') return checked(key, path);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw wrongUse('INVALID_CREDENTIALS', `${path} holds no key for ${baseUrl}; it should be ${usual}.`);
};

/** Where the key is looked for last. */
const credentialsFile = ({ XDG_CONFIG_HOME: config, HOME: home = homedir() }: Context['environment']): string =>
  join(config || join(home, '.config'), 'image-url', 'credentials.json');

/** The API key: of `--key-file`, of `IMAGE_URL_API_KEY`, or of the credentials file, in this order. @throws Failure without one. */
export const readApiKey = ({ cwd, environment, options: { keyFile } }: Context, baseUrl: string): string => {
  if (keyFile !== undefined) return checked(read(resolve(cwd, keyFile)), keyFile);
  const { IMAGE_URL_API_KEY: given } = environment;
  if (given) return checked(given, 'IMAGE_URL_API_KEY');
  const path = credentialsFile(environment);
  try {
    return keyIn(path, baseUrl);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
  throw wrongUse(
    'MISSING_API_KEY',
    `There is no API key: set IMAGE_URL_API_KEY, name a --key-file, or write { "apiKey": "iu_..." } to ${path} (mode 0600).`,
  );
};
