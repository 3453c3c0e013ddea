import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Refusal } from '../templates/template-source.ts';

/** Header with the session. Pages of other sites cannot send it without CORS permission, which none has. */
const sessionHeader = 'studio-session';

const loopbackNames = ['127.0.0.1', 'localhost', '[::1]'];

const isSame = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};

const getHosts = ({ socket }: IncomingMessage): string[] => loopbackNames.map((name) => `${name}:${socket.localPort}`);

/**
 * Rejects requests by other than loopback names. Another site's DNS name may resolve to this machine, which makes its
 * pages same-origin with the studio.
 *
 * @throws Refusal
 */
export const refuseForeignHost = (request: IncomingMessage): void => {
  if (getHosts(request).includes(String(request.headers.host).toLowerCase())) return;
  throw new Refusal(421, 'WRONG_HOST', 'The studio is answered under loopback names only: 127.0.0.1 or localhost.');
};

/**
 * Rejects all requests but those of the studio's page with the printed session: pages of other sites, and other users
 * of this machine.
 *
 * @throws Refusal
 */
export const refuseStrangers = (request: IncomingMessage, session: string): void => {
  const { origin, 'sec-fetch-site': site } = request.headers;
  const isOwnOrigin = origin === undefined || getHosts(request).some((host) => origin === `http://${host}`);
  if (!isOwnOrigin || (site !== undefined && site !== 'same-origin'))
    throw new Refusal(403, 'WRONG_ORIGIN', 'Only the studio’s own page may ask for this.');
  if (!isSame(String(request.headers[sessionHeader] ?? ''), session))
    throw new Refusal(401, 'NO_SESSION', 'Open the studio by the address that was printed when it started.');
};
