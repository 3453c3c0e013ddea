import { isIP, type LookupFunction, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import { getPort } from './image-url.ts';
import { Refusal } from './refusal.ts';
import type { Resolve } from './resolve.ts';

/** Decides whether a connection to an address is allowed. */
export type AddressRule = (address: string, port: number) => boolean;

export interface ConnectorSettings {
  readonly resolve: Resolve;
  readonly isAllowed: AddressRule;
  /** Aborts look-ups and connections; a look-up that ends later does not connect. */
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/** Returns a lookup function that always answers with the checked addresses. */
const answerWith =
  (addresses: readonly string[]): LookupFunction =>
  (_name, { all }, callback) => {
    const found = addresses.map((address) => ({ address, family: isIP(address) }));
    const [first] = found;
    if (all) callback(null, found);
    else callback(null, first?.address ?? '', first?.family);
  };

/** Addresses of a host, if all of them are allowed: with one bad address among them the name is not trusted. */
const checkedAddresses = async (
  host: string,
  port: number,
  settings: ConnectorSettings,
): Promise<readonly string[]> => {
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

/** The work's result, or the signal's reason when it fires first: undici does not abort a request that waits for a connection. */
const unlessAborted = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });

/**
 * Makes connections to allowed addresses only. A name is looked up once for each connection, so that it cannot change
 * between check and use, and the address actually connected to is checked again before a request is sent.
 */
export const guardedConnector = (settings: ConnectorSettings): buildConnector.connector => {
  const open = async (target: buildConnector.Options): Promise<Socket> => {
    const addresses = await checkedAddresses(target.hostname, getPort(target), settings);
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
