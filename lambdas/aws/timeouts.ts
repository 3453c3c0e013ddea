import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

const connectSeconds = 3;
/** Maximum number of connections to one host; further calls wait. */
const maxSockets = 50;

/**
 * Destroys a socket that does not connect in time, with an error code that the SDK retries. A process that did not get
 * the CPU for so long first checks whether the socket has connected meanwhile.
 */
const destroyUnlessConnected = <S extends Duplex | null | undefined>(
  socket: S,
  connected: 'connect' | 'secureConnect',
): S => {
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
    return destroyUnlessConnected(super.createConnection(...call), 'connect');
  }
}
class SecureAgent extends HttpsAgent {
  override createConnection(...call: Parameters<HttpsAgent['createConnection']>) {
    return destroyUnlessConnected(super.createConnection(...call), 'secureConnect');
  }
}

/**
 * Returns connect and read timeouts of one request of an SDK client. Neither includes the wait for a free connection:
 * with the SDK's own timeouts, a busy process looks like a broken network.
 */
export const patience = (seconds: number) => ({
  httpAgent: new PlainAgent({ keepAlive: true, maxSockets }),
  httpsAgent: new SecureAgent({ keepAlive: true, maxSockets }),
  socketTimeout: seconds * 1_000,
  // a full queue is no reason to warn
  socketAcquisitionWarningTimeout: 60_000,
});
