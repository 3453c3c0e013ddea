import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import { getPort } from './image-url.ts';
import { Refusal } from './refusal.ts';

/** Resolves a host name to its addresses; an empty list for an unknown name. */
export type Resolve = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

const attempt = { timeout: 1_500, tries: 2 };

/**
 * Queries the name servers directly. Hosts file and search list of this machine are ignored, and a slow server does not
 * block the thread pool that file access uses. IPv4 addresses come first, because many networks have no IPv6.
 */
export const resolveName: Resolve = async (name, signal) => {
  const resolver = new Resolver(attempt);
  const cancel = (): void => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  } finally {
    signal.removeEventListener('abort', cancel);
  }
};

/** Resolves `localhost`, which name servers do not know, and every other name as `resolveName`. */
export const resolveLocalName: Resolve = async (name, signal) =>
  name === 'localhost' ? ['127.0.0.1', '::1'] : resolveName(name, signal);

/** Returns whether a connection to an address is allowed. */
export type AddressRule = (address: string, port: number) => boolean;

export interface ConnectorSettings {
  readonly resolve: Resolve;
  readonly isAllowed: AddressRule;
  /** Aborts look-ups and connections. A look-up that ends later does not connect. */
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/** Returns a lookup function that always returns the checked addresses; `autoSelectFamily` asks for all. */
const answerWith =
  (addresses: readonly string[]): LookupFunction =>
  (_name, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: isIP(address) })),
    );

/** Returns the addresses of a host. @throws Refusal when any of them is not allowed: such a name is not trusted */
const resolveAllowed = async (host: string, port: number, settings: ConnectorSettings): Promise<readonly string[]> => {
  const addresses = isIP(host) ? [host] : await settings.resolve(host, settings.signal);
  settings.signal.throwIfAborted();
  const areAllowed = addresses.length > 0 && addresses.every((address) => settings.isAllowed(address, port));
  if (!areAllowed) throw new Refusal('no public address');
  return addresses;
};

const connect = (
  target: buildConnector.Options,
  addresses: readonly string[],
  { timeoutMs, signal }: ConnectorSettings,
): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const open = buildConnector({
      allowH2: false,
      timeout: timeoutMs,
      maxCachedSessions: 0,
      lookup: answerWith(addresses),
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: timeoutMs / 4,
    });
    open(target, (...[error, socket]) => {
      if (error) return reject(error);
      // the fetch was aborted meanwhile
      if (signal.aborted) socket.destroy();
      resolve(socket);
    });
  });

/** Rejects when the signal fires first: undici does not abort a request that waits for a connection. */
const unlessAborted = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });

/**
 * Connects to allowed addresses only. A name is resolved once per connection, so it cannot change between check and
 * use. The address of the connected socket is checked again before a request is sent.
 */
export const guardedConnector = (settings: ConnectorSettings): buildConnector.connector => {
  const open = async (target: buildConnector.Options): Promise<Socket> => {
    const addresses = await resolveAllowed(target.hostname, getPort(target), settings);
    const socket = await connect(target, addresses, settings);
    const { remoteAddress = '', remotePort = 0 } = socket;
    if (settings.isAllowed(remoteAddress, remotePort)) return socket;
    socket.destroy();
    throw new Refusal('no public address');
  };
  return (target, callback) => {
    unlessAborted(settings.signal, open(target)).then(
      (socket) => callback(null, socket),
      (error) => callback(error, null),
    );
  };
};
