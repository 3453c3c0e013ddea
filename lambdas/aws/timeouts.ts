import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

const connectSeconds = 3;
/** Connections to one host at once; calls beyond them queue. */
const maxSockets = 50;

/**
 * Destroys a socket that does not connect in time, with an error code that the SDK retries. A process that was kept from its
 * processor first looks whether it has connected meanwhile.
 */
const soonConnected = <S extends Duplex | null | undefined>(socket: S, connected: 'connect' | 'secureConnect'): S => {
  if (!(socket instanceof Socket)) return socket;
  const giveUp = () =>
    socket.destroy(Object.assign(new Error('There was no connection in time.'), { code: 'ETIMEDOUT' }));
  let looking: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    looking = setImmediate(giveUp);
  }, connectSeconds * 1_000);
  const settled = () => {
    clearTimeout(timer);
    clearImmediate(looking);
  };
  for (const event of [connected, 'close']) socket.once(event, settled);
  return socket;
};

class PlainAgent extends HttpAgent {
  override createConnection(...call: Parameters<HttpAgent['createConnection']>) {
    return soonConnected(super.createConnection(...call), 'connect');
  }
}
class SecureAgent extends HttpsAgent {
  override createConnection(...call: Parameters<HttpsAgent['createConnection']>) {
    return soonConnected(super.createConnection(...call), 'secureConnect');
  }
}

/**
 * Connect and read timeouts of one attempt of an SDK call. Neither counts the wait for a free connection: the SDK's own
 * timeouts would take a busy process for a broken network.
 */
export const patience = (seconds: number) => ({
  httpAgent: new PlainAgent({ keepAlive: true, maxSockets }),
  httpsAgent: new SecureAgent({ keepAlive: true, maxSockets }),
  socketTimeout: seconds * 1_000,
  // a full queue is no fault to warn about
  socketAcquisitionWarningTimeout: 60_000,
});
