import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer as createTcpServer, type Socket, type Server as TcpServer } from 'node:net';
import { isPublicAddress } from 'image-url-outside/addresses.ts';
import { type RemoteImageSettings, remoteImages } from 'image-url-outside/remote-images.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { lintReach } from '#engine/vnode/image-reach.ts';

/**
 * @promise Rendering: Internal addresses, redirects to them, DNS names that change
 * @how the address is checked on every connection and redirect, and again on the connected socket; ports 80 and 443
 *   only
 * @also test/deliver/fetched-addresses.test.ts
 * @figure an address of every range: 0 connections
 */

/**
 * @promise Command line and local run: A template, page or share link makes the local run send requests to other
 *   programs of the machine, whose images it may show
 * @how only the local run does so (a test reads the stack), and only GET without credentials or cookies, for a URL
 *   that names loopback itself; a redirect from another host never leads back, one on the machine keeps its port; an
 *   answer that is no image is not shown. To mint takes the API key, which no website has
 * @also test/infra/permissions.test.ts
 * @figure 5 other names and 2 ways back: no connection
 */

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

const dependencyFile = (name: string): Buffer => readFileSync(createRequire(import.meta.url).resolve(name));

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

const run = async <S extends Server | TcpServer>(server: S, host = '127.0.0.1', wanted = 0) => {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(wanted, host, resolve);
  });
  undo.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://127.0.0.1:${port}`, connections: () => sockets.size, sockets };
};

const serve = (listener: RequestListener) => run(createServer(listener));
const servePng = () => serve((_request, response) => response.end(png));

/** May speak to one port of this machine and, as deployed, to the public internet. */
const allowing = (port: number, more: RemoteImageSettings = {}) =>
  remoteImages({
    allow: (address, target) => (address === '127.0.0.1' && target === port) || isPublicAddress(address),
    ports: [port, 80, 443],
    ...more,
  });

describe('a remote image', () => {
  it('is known by its bytes, whatever the server calls it', async () => {
    const { port, url } = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' }).end(png);
    });
    expect(await allowing(port).fetch(`${url}/a.png`)).toEqual({ ok: true, bytes: new Uint8Array(png) });
  });

  it.each(['announced', 'received'])('has its bytes counted: %s', async (how) => {
    const { port, url } = await serve((_request, response) => {
      if (how === 'announced') response.setHeader('content-length', png.length);
      response.write(png.subarray(0, 9));
      response.end(png.subarray(9));
    });
    const counted: number[] = [];
    const watch = { checkAdmission: async () => true, countBytes: (bytes: number) => void counted.push(bytes) };

    expect(await allowing(port).fetch(url, watch)).toMatchObject({ ok: true });
    expect(Math.max(...counted)).toBe(png.length);

    const limited = allowing(port, { limits: { bodyBytes: png.length - 1 } });
    counted.length = 0;
    expect(await limited.fetch(url, watch)).toEqual({ ok: false, reason: 'too large' });
    expect(Math.max(0, ...counted)).toBeLessThan(png.length);
  });

  it('is requested without identifying headers', async () => {
    let seen: unknown;
    const { port, url } = await serve((request, response) => {
      seen = request.headers;
      response.end(png);
    });

    await allowing(port).fetch(`${url}/a.png#fragment`);

    expect(seen).toEqual({
      host: `127.0.0.1:${port}`,
      connection: 'close',
      accept: 'image/*',
      'accept-encoding': 'identity',
      'user-agent': 'image-url-service/1.0',
    });
  });

  it('leaves no connection behind', async () => {
    const { port, url, sockets } = await servePng();
    await allowing(port).fetch(url);
    await expect.poll(() => [...sockets].every((socket) => socket.destroyed)).toBe(true);
  });

  it('is looked up by name, with IPv4 and IPv6 answers', async () => {
    const { port } = await servePng();
    const fetcher = allowing(port, { allow: () => true, resolve: async () => ['127.0.0.1', '::1'] });
    expect(await fetcher.fetch(`http://pictures.example:${port}/`)).toMatchObject({ ok: true });
  });

  it.each([
    ['not a web address', 'file:///a.png'],
    ['not a web address', 'ftp://example.com/a.png'],
    ['not a web address', 'data:image/png;base64,AAAA'],
    ['not a web address', 'gopher://example.com/'],
    ['not a web address', '//example.com/a.png'],
    ['not a web address', 'a.png'],
    ['not a web address', ''],
    ['not a web address', 'http://'],
    ['not a web address', 'http://[fe80::1%25eth0]/'],
    ['not a web address', 'http://1.2.3.4.5/'],
    ['address too long', `https://example.com/${'a'.repeat(8_173)}`],
    ['address too long', `https://example.com/${'漢'.repeat(3_000)}`],
    ['credentials in the address', 'https://user:secret@example.com/a.png'],
    ['credentials in the address', 'https://user@example.com/a.png'],
    ['port not allowed', 'http://example.com:22/'],
    ['port not allowed', 'http://example.com:8080/'],
    ['port not allowed', 'https://example.com:6379/'],
    ['port not allowed', 'https://example.com:0/'],
  ])('is refused as "%s" at %j, before any look-up', async (reason, address) => {
    let lookups = 0;
    const resolve = async () => {
      lookups += 1;
      return [];
    };
    expect(await remoteImages({ resolve }).fetch(address)).toEqual({ ok: false, reason });
    expect(lookups).toBe(0);
  });
});

describe('an image of this machine', () => {
  const local = (more: RemoteImageSettings = {}) => remoteImages({ hasLoopback: true, ...more });
  const redirectTo = (location: string) =>
    serve((_request, response) => void response.writeHead(302, { location }).end());

  it('is fetched in the local run alone, by a loopback name and at any port', async () => {
    const { port, url } = await servePng();
    const names = ['localhost', '127.0.0.1', 'LOCALHOST'];
    for (const name of names)
      expect(await local().fetch(`http://${name}:${port}/logo.png`), name).toMatchObject({ ok: true });
    expect(await remoteImages().fetch(url)).toEqual({ ok: false, reason: 'port not allowed' });
    expect(await remoteImages({ ports: [port] }).fetch(url)).toEqual({ ok: false, reason: 'no public address' });
  });

  it('is fetched from a server that listens on ::1 alone', async () => {
    const six = await run(
      createServer((_request, response) => void response.end(png)),
      '::1',
    ).catch(() => undefined);
    if (!six) return;
    expect(await local().fetch(`http://[::1]:${six.port}/`)).toMatchObject({ ok: true });
    // the port of 127.0.0.1 may be that of a test beside this one
    const isTaken = await fetch(`http://127.0.0.1:${six.port}/`).then(
      () => true,
      () => false,
    );
    if (!isTaken) expect(await local().fetch(`http://localhost:${six.port}/`)).toMatchObject({ ok: true });
  });

  it('is not fetched by another name that leads here', async () => {
    const inside = await canary();
    const fetcher = local({ resolve: async () => ['127.0.0.1'], ports: [inside.port] });
    for (const host of ['leads-here.example', '10.0.0.1', '169.254.0.1', '0.0.0.0', '[fd00::1]'])
      expect(await fetcher.fetch(`http://${host}:${inside.port}/`)).toEqual({ ok: false, reason: 'no public address' });
    expect(inside.connections()).toBe(0);
  });

  it('is not reached by a redirect from elsewhere, even if this machine led there', async () => {
    const inside = await canary();
    const elsewhere = await redirectTo(`http://127.0.0.1:${inside.port}/`);
    // stands for a public host
    const ports = [inside.port, elsewhere.port];
    const allow = (_ip: string, port: number) => port === elsewhere.port;
    const fetcher = local({ resolve: async () => ['127.0.0.1'], ports, allow });
    const there = `http://public.example:${elsewhere.port}/`;
    const here = await redirectTo(there);

    for (const address of [there, here.url])
      expect(await fetcher.fetch(address)).toEqual({ ok: false, reason: 'no public address' });
    expect(elsewhere.connections()).toBe(2);
    expect(inside.connections()).toBe(0);
  });

  it('redirects to its own port, and to no other of this machine or of a public host', async () => {
    const inside = await canary();
    const own = await serve((request, response) => {
      const location = { '/own': '/a.png', '/other': `${inside.url}/`, '/public': `http://1.1.1.1:${own.port}/` }[
        String(request.url)
      ];
      response.writeHead(location ? 302 : 200, location ? { location } : {}).end(png);
    });
    expect(await local().fetch(`${own.url}/own`)).toMatchObject({ ok: true });
    for (const path of ['/other', '/public'])
      expect(await local().fetch(own.url + path)).toEqual({ ok: false, reason: 'port not allowed' });
    expect(inside.connections()).toBe(0);
  });

  it.each([
    ['not an image', (response: ServerResponse) => response.end('{"secret":1}')],
    ['too large', (response: ServerResponse) => response.writeHead(200, { 'content-length': 10_000_001 }).end(png)],
    ['compressed', (response: ServerResponse) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(png)],
    ['HTTP 404', (response: ServerResponse) => response.writeHead(404).end(png)],
  ])('has the limits of every other: %s', async (reason, answer) => {
    const { url } = await serve((_request, response) => void answer(response));
    expect(await local().fetch(url)).toEqual({ ok: false, reason });
  });

  it.each(['file:///a.png', 'ftp://localhost/a.png', 'gopher://localhost/a.png', 'localhost:3000/a.png'])(
    'has http or https: %s',
    async (address) => {
      expect(await local().fetch(address)).toEqual({ ok: false, reason: 'not a web address' });
    },
  );
});

/** Addresses of each range that is not public, as they are usually written. */
const inside =
  '127.0.0.1 0.0.0.0 10.0.0.1 172.16.0.1 172.31.255.254 192.168.0.1 169.254.0.1 100.64.0.1 198.18.0.1 192.0.2.1 198.51.100.7 203.0.113.9 192.88.99.1 224.0.0.1 240.0.0.1 255.255.255.255 168.63.129.16 [::1] [::] [fe80::1] [fec0::1] [fc00::1] [fd00::1] [ff02::1] [2001:db8::1] [100::1] [3fff::1] [64:ff9b::8.8.8.8]'.split(
    ' ',
  );

/** Counts every connection that reaches this machine on a port, on IPv4 and, where there is one, on IPv6 loopback. */
const canary = async () => {
  const reached = await run(createServer((_request, response) => void response.end(png)));
  const six = await run(createTcpServer(), '::1', reached.port).catch(() => undefined);
  return { ...reached, connections: () => reached.connections() + (six?.connections() ?? 0) };
};

/** The address rule as deployed, on a port where a server listens. */
const onPort = (port: number, more: RemoteImageSettings = {}) => remoteImages({ ports: [port], ...more });

describe('an address on the inside', () => {
  it('is refused in each range, without a connection', async () => {
    const { port, connections } = await canary();
    const answers = await Promise.all(inside.map((host) => onPort(port).fetch(`http://${host}:${port}/a.png`)));
    expect(answers.map((answer, at) => [inside[at], answer])).toEqual(
      inside.map((host) => [host, { ok: false, reason: 'no public address' }]),
    );
    expect(connections()).toBe(0);
  });

  it('is judged as the address that it is, whichever way it is written', async () => {
    const judged: string[] = [];
    const allow = (address: string) => judged.push(address) === 0;
    // all of them are 8.8.8.8
    for (const host of ['8.8.8.8', '8.8.8.8.', '134744072', '8.8.2056'])
      await remoteImages({ allow }).fetch(`http://${host}/a.png`);
    expect(judged).toEqual(['8.8.8.8', '8.8.8.8', '8.8.8.8', '8.8.8.8']);
  });

  it('is told where an image is linted, except for ranges of IPv6 that nobody uses', () => {
    const isUnused = (host: string) => /^\[(?:64:|100:|[23])/.test(host);
    const untold = inside.filter((host) => !lintReach(`http://${host}/a.png`));
    expect(untold.filter((host) => !isUnused(host))).toEqual([]);
  });

  it('has a port that is told if it is none of the web, and hosts that are public are not told', async () => {
    const hosts = [
      '1.1.1.1',
      '100.128.0.1',
      '172.32.0.1',
      '192.169.0.1',
      '[2606:4700::1]',
      'a.example',
      'test.example',
    ];
    for (const host of hosts) {
      expect(lintReach(`http://${host}/a.png`), host).toBeUndefined();
      expect(lintReach(`https://${host}:443/a.png`), host).toBeUndefined();
    }
    for (const port of [79, 81, 3_000, 8_443]) {
      expect(await remoteImages().fetch(`http://1.1.1.1:${port}/`)).toMatchObject({ reason: 'port not allowed' });
      expect(lintReach(`http://1.1.1.1:${port}/`)).toContain(`port ${port}`);
    }
  });

  it('would have been reached, if it were allowed', async () => {
    const { port, connections } = await canary();
    expect(await onPort(port, { allow: () => true }).fetch(`http://127.0.0.1:${port}/a.png`)).toMatchObject({
      ok: true,
    });
    expect(connections()).toBe(1);
  });

  it('is refused behind a name, also one with public addresses or with none', async () => {
    const { port, connections } = await canary();
    const hidden = ['127.0.0.1', '::1', '0.0.0.0', '::', '10.0.0.1', 'fe80::1%lo', 'no address', ''];
    const mixed = [[], ['8.8.8.8', '2606:4700::1', '127.0.0.1'], ['127.0.0.1', '8.8.8.8']];
    const names = [...hidden.map((address) => [address]), ...mixed];

    const fetched = names
      .map((addresses) => onPort(port, { resolve: async () => addresses }))
      .map((fetcher) => fetcher.fetch(`http://inside.example:${port}/`));
    const answers = await Promise.all(fetched);

    expect(answers).toEqual(names.map(() => ({ ok: false, reason: 'no public address' })));
    expect(connections()).toBe(0);
  });

  it('is not reached by a name that changes between check and use', async () => {
    const { port } = await servePng();
    const answers = [['127.0.0.1'], ['10.0.0.1']];
    const resolve = async () => answers.shift() ?? [];
    expect(await allowing(port, { resolve }).fetch(`http://changing.example:${port}/`)).toMatchObject({ ok: true });
    expect(answers).toHaveLength(1);
  });

  it('is not reached by a name that changes between two hops', async () => {
    const { port } = await serve((_request, response) => {
      response.writeHead(302, { location: '/again', connection: 'close' }).end();
    });
    const answers = [['127.0.0.1'], ['10.0.0.1']];
    const resolve = async () => answers.shift() ?? [];

    const answer = await allowing(port, { resolve }).fetch(`http://changing.example:${port}/`);

    expect(answer).toEqual({ ok: false, reason: 'no public address' });
    expect(answers).toEqual([]);
  });

  it('is noticed on the connection itself, before a request is sent', async () => {
    let requests = 0;
    const { port, url, connections } = await serve((_request, response) => {
      requests += 1;
      response.end(png);
    });
    const verdicts = [true, false];

    const answer = await allowing(port, { allow: () => verdicts.shift() ?? false }).fetch(url);

    expect(answer).toEqual({ ok: false, reason: 'no public address' });
    await expect.poll(connections).toBe(1);
    expect(requests).toBe(0);
  });

  it.each([
    ['by its address', (port: number) => `http://127.0.0.1:${port}/`, 'no public address'],
    ['without a scheme', (port: number) => `//127.0.0.1:${port}/`, 'no public address'],
    ['in IPv6', (port: number) => `http://[::1]:${port}/`, 'no public address'],
    ['with another scheme', () => 'file:///a.png', 'not a web address'],
    ['with credentials', (port: number) => `http://a:b@127.0.0.1:${port}/`, 'credentials in the address'],
    ['on a port of its own', () => 'http://127.0.0.1:1/', 'port not allowed'],
  ])('is refused when a redirect leads to it %s', async (_title, locationOf, reason) => {
    const inside = await canary();
    const outside = await serve((_request, response) => {
      response.writeHead(302, { location: locationOf(inside.port) }).end();
    });
    const fetcher = allowing(outside.port, { ports: [outside.port, inside.port] });
    expect(await fetcher.fetch(outside.url)).toEqual({ ok: false, reason });
    expect(inside.connections()).toBe(0);
  });
});

describe('a redirect', () => {
  const hops = (count: number) =>
    serve((request, response) => {
      const hop = Number(request.url?.slice(1));
      if (hop >= count) response.end(png);
      else response.writeHead(302, { location: `/${hop + 1}`, 'set-cookie': 'seen=1' }).end('moved');
    });

  it('is followed three times, and not a fourth time', async () => {
    const [three, four] = [await hops(3), await hops(4)];
    expect(await allowing(three.port).fetch(`${three.url}/0`)).toMatchObject({ ok: true });
    expect(await allowing(four.port).fetch(`${four.url}/0`)).toEqual({ ok: false, reason: 'too many redirects' });
  });

  it('carries no cookie on', async () => {
    const cookies: unknown[] = [];
    const { port, url } = await serve((request, response) => {
      cookies.push(request.headers.cookie);
      if (request.url === '/b') response.end(png);
      else response.writeHead(307, { location: '/b', 'set-cookie': 'seen=1' }).end();
    });

    await allowing(port).fetch(`${url}/a`);

    expect(cookies).toEqual([undefined, undefined]);
  });
});

describe('a server that does not behave', () => {
  const soon = { limits: { deadlineMs: 200 } };
  /** A busy machine takes longer for 10 MB than a deployed function may. */
  const patient = { limits: { deadlineMs: 600_000 } };

  it.each([
    ['accepts and says nothing', () => undefined],
    ['does not answer the TLS handshake', () => undefined, 'https'],
    ['sends headers and no body', (socket: Socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n')],
    [
      'sends a byte now and then',
      (socket: Socket) => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        const timer = setInterval(() => socket.write('x'), 20);
        socket.on('close', () => clearInterval(timer));
      },
    ],
    [
      'goes on sending headers',
      (socket: Socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        const timer = setInterval(() => socket.write('a: b\r\n'), 20);
        socket.on('close', () => clearInterval(timer));
      },
    ],
  ])('is left when it %s', async (_title, behave: (socket: Socket) => unknown, scheme = 'http') => {
    const { port, sockets } = await run(
      createTcpServer((socket) => {
        socket.on('error', () => undefined).resume();
        behave(socket);
      }),
    );

    const answer = await allowing(port, soon).fetch(`${scheme}://127.0.0.1:${port}/`);

    expect(answer).toEqual({ ok: false, reason: 'timed out' });
    await expect.poll(() => [...sockets].every((socket) => socket.destroyed)).toBe(true);
  });

  it('is refused when no authority vouches for its certificate', async () => {
    let requests = 0;
    const { port } = await run(
      createTlsServer(
        { key: dependencyFile('dynalite/ssl/server-key.pem'), cert: dependencyFile('dynalite/ssl/server-crt.pem') },
        (_request, response) => {
          requests += 1;
          response.end(png);
        },
      ),
    );

    const answer = await allowing(port).fetch(`https://127.0.0.1:${port}/`);

    expect(answer).toEqual({ ok: false, reason: 'certificate not valid' });
    expect(requests).toBe(0);
  });

  it.each([
    [
      'until it is aborted',
      (signal: AbortSignal) =>
        new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    ],
    ['for ever', () => new Promise<never>(() => undefined)],
  ])('is left when its name is looked up %s', async (_title, wait) => {
    const resolve = (_name: string, signal: AbortSignal) => wait(signal);
    const answer = await remoteImages({ resolve, ...soon }).fetch('https://slow.example/a.png');
    expect(answer).toEqual({ ok: false, reason: 'timed out' });
  });

  it('is left when a later hop does not answer the TLS handshake, before that would be given up', async () => {
    let isConnected = true;
    const silent = await run(
      createTcpServer((socket) => {
        socket.on('error', () => undefined).resume();
        socket.on('close', () => {
          isConnected = false;
        });
      }),
    );
    const { port, url } = await serve((_request, response) => {
      setTimeout(() => response.writeHead(302, { location: `https://127.0.0.1:${silent.port}/` }).end(), 250);
    });
    const both = { allow: () => true, ports: [port, silent.port], limits: { deadlineMs: 400 } };

    expect(await remoteImages(both).fetch(url)).toEqual({ ok: false, reason: 'timed out' });
    expect(isConnected).toBe(true);
  });

  it('is left when each hop is in time and all of them are not', async () => {
    const { port, url } = await serve((_request, response) => {
      setTimeout(() => response.writeHead(302, { location: '/' }).end(), 80);
    });
    const answer = await allowing(port, { limits: { deadlineMs: 200, redirects: 100 } }).fetch(url);
    expect(answer).toEqual({ ok: false, reason: 'timed out' });
  });

  it('is stopped at 10 MB when its body has no end', async () => {
    let sentBytes = 0;
    const { port, url, sockets } = await serve((_request, response) => {
      const more = (): void => {
        while (!response.destroyed) {
          sentBytes += 65_536;
          if (!response.write(Buffer.alloc(65_536))) break;
        }
      };
      response.on('drain', more);
      response.on('error', () => undefined);
      more();
    });

    expect(await allowing(port, patient).fetch(url)).toEqual({ ok: false, reason: 'too large' });
    await expect.poll(() => [...sockets].every((socket) => socket.destroyed)).toBe(true);
    expect(sentBytes).toBeGreaterThan(10_000_000);
    expect(sentBytes).toBeLessThan(30_000_000);
  });

  it('may send 10 MB to the byte and not one more', async () => {
    const { port, url } = await serve((request, response) => {
      response.end(Buffer.concat([png, Buffer.alloc(Number(request.url?.slice(1)) - png.length)]));
    });
    expect(await allowing(port, patient).fetch(`${url}/10000000`)).toMatchObject({ ok: true });
    expect(await allowing(port, patient).fetch(`${url}/10000001`)).toEqual({ ok: false, reason: 'too large' });
  });

  it.each([
    ['announces more than it sends', 1000, { ok: false, reason: 'broken answer' }],
    ['announces 11 MB', 11_000_000, { ok: false, reason: 'too large' }],
    ['announces less than it sends', 20, { ok: true, bytes: new Uint8Array(png.subarray(0, 20)) }],
  ])('is held to the length it announces when it %s', async (_title, length, expected) => {
    const { port, url } = await run(
      createTcpServer((socket) => {
        socket.on('error', () => undefined);
        socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${length}\r\n\r\n`);
        socket.end(png);
      }),
    );

    expect(await allowing(port).fetch(url)).toEqual(expected);
  });

  it.each([
    ['is broken off', (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nab')],
    ['is no HTTP', (socket: Socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n')],
    ['is a reset', (socket: Socket) => socket.resetAndDestroy()],
    ['has long headers', (socket: Socket) => socket.write(`HTTP/1.1 200 OK\r\na: ${'b'.repeat(17_000)}`)],
  ])('is refused when its answer %s', async (_title, behave: (socket: Socket) => unknown) => {
    const { port, url } = await run(
      createTcpServer((socket) => {
        socket.on('error', () => undefined);
        socket.once('data', () => behave(socket));
      }),
    );
    expect(await allowing(port).fetch(url)).toEqual({ ok: false, reason: 'broken answer' });
  });

  it('is refused when no server listens', async () => {
    const { port, url } = await servePng();
    await undo.pop()?.();
    expect(await allowing(port).fetch(url)).toEqual({ ok: false, reason: 'connection refused' });
  });

  it.each<[string, number, Record<string, string>, Buffer | string, object]>([
    ['unpack anything', 200, { 'content-encoding': 'gzip' }, png, { ok: false, reason: 'compressed' }],
    ['take JSON for an image', 200, { 'content-type': 'image/png' }, '{"a":1}', { ok: false, reason: 'not an image' }],
    ...[404, 403, 500, 204, 206, 304, 302].map((status): [string, number, Record<string, string>, string, object] => [
      ...([`take HTTP ${status} for an image`, status, {}, '', { ok: false, reason: `HTTP ${status}` }] as const),
    ]),
  ])('does not have the service %s', async (_what, status, headers, body, expected) => {
    const { port, url } = await serve((_request, response) => void response.writeHead(status, headers).end(body));
    expect(await allowing(port).fetch(url)).toEqual(expected);
  });

  it.each(['identity', 'Identity', '', 'none'])('is taken as it is when its encoding is %j', async (encoding) => {
    const headers = { 'content-encoding': encoding };
    const { port, url } = await serve((_request, response) => void response.writeHead(200, headers).end(png));
    expect(await allowing(port).fetch(url)).toMatchObject({ ok: true });
  });
});
