import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { remoteImages } from '../../lambdas/fetch/remote-images.ts';
import { type Emulator, listen } from '../../local/listen.ts';
import { effort, figure, seed } from '../support/effort.ts';
import { type Random, randomFrom } from '../support/random.ts';

const count = effort(2_000, 10_000);

let connections = 0;
let inside: Emulator;
beforeAll(async () => {
  const server: Server = createServer((_request, response) => response.end());
  server.on('connection', () => {
    connections += 1;
  });
  inside = await listen(server);
});
afterAll(() => inside.close());

type Bytes = readonly [number, number, number, number];

/** An IPv4 address that is not public; often the one that the test listens on. */
const insideAddress = (random: Random): Bytes => {
  const any = (): number => random.int(0, 255);
  return random.pick<Bytes>([
    [127, 0, 0, 1],
    [127, 0, 0, 1],
    [127, any(), any(), any()],
    [10, any(), any(), any()],
    [172, random.int(16, 31), any(), any()],
    [192, 168, any(), any()],
    [169, 254, 169, 254],
    [169, 254, any(), any()],
    [100, random.int(64, 127), any(), any()],
    [0, any(), any(), any()],
    [192, 0, 0, any()],
    [198, random.int(18, 19), any(), any()],
    [random.int(224, 255), any(), any(), any()],
    [168, 63, 129, 16],
  ]);
};

const hex = (value: number, digits = 1): string => value.toString(16).padStart(digits, '0');
const asNumber = ([a, b, c, d]: Bytes): number => ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
const groups = ([a, b, c, d]: Bytes): string => `${hex(a)}${hex(b, 2)}:${hex(c)}${hex(d, 2)}`;

/** Every spelling of an address that some parser accepts. */
const spelt = (bytes: Bytes, random: Random): string => {
  const part = (value: number): string =>
    random.pick([
      `${value}`,
      `0${value.toString(8)}`,
      `0x${hex(value)}`,
      `0x0000${hex(value)}`,
      `000${value.toString(8)}`,
    ]);
  const [a, b, c, d] = bytes;
  const prefix = hex(random.int(0x2000, 0x3fff));
  return random.pick([
    () => bytes.join('.'),
    () => `${bytes.join('.')}.`,
    () => bytes.map(part).join('.'),
    () => `${asNumber(bytes)}`,
    () => `0x${hex(asNumber(bytes))}`,
    () => `0${asNumber(bytes).toString(8)}`,
    () => `${part(a)}.${part(b)}.${part((c << 8) | d)}`,
    () => `${part(a)}.${(b << 16) | (c << 8) | d}`,
    () =>
      bytes
        .map((byte) => [...`${byte}`].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join(''))
        .join('。'),
    () => bytes.join('%2e'),
    () => [...bytes.join('.')].map((char) => `%${hex(char.charCodeAt(0), 2)}`).join(''),
    () => `[::ffff:${bytes.join('.')}]`,
    () => `[::ffff:${groups(bytes)}]`,
    () => `[0:0:0:0:0:ffff:${groups(bytes)}]`,
    () => `[::${groups(bytes)}]`,
    () => `[::ffff:0:${groups(bytes)}]`,
    () => `[64:ff9b::${groups(bytes)}]`,
    () => `[64:ff9b:1::${groups(bytes)}]`,
    () => `[2002:${groups(bytes)}::1]`,
    () => `[2001:0:${prefix}::${hex((~asNumber(bytes) >>> 16) & 0xffff)}:${hex(~asNumber(bytes) & 0xffff)}]`,
    () => `[${prefix}:1::0:5efe:${groups(bytes)}]`,
    () => `[${prefix}:1::200:5efe:${groups(bytes)}]`,
    () => `[fe80::${groups(bytes)}]`,
    () =>
      random.pick(
        '[::1] [::] [0::1] [fd00::1] [fc00::2] [ff02::1] [fec0::1] [2001:db8::1] [100::1] [fd00:ec2::254] localhost LOCALHOST. localhost.localdomain'.split(
          ' ',
        ),
      ),
  ])();
};

it(`${count} private addresses, in every spelling, are never connected to`, async () => {
  const random = randomFrom(seed);
  // the port is allowed, and names lead where they say: only the address stands between
  const fetcher = remoteImages({ ports: [inside.port], resolve: async () => ['127.0.0.1'] });
  const open = remoteImages({ ports: [inside.port], allow: () => true });
  const reasons: Record<string, number> = {};
  for (let n = 0; n < count; n += 1) {
    const address = `${random.pick(['http', 'https', 'HTTP'])}://${spelt(insideAddress(random), random)}:${inside.port}/a.png`;
    const answer = await fetcher.fetch(address);
    const reason = answer.ok ? 'fetched' : answer.reason;
    reasons[reason] = (reasons[reason] ?? 0) + 1;
    expect(['no public address', 'not a web address'], address).toContain(reason);
  }
  expect(connections).toBe(0);
  // the control: an allowed request reaches the socket
  await open.fetch(`http://127.0.0.1:${inside.port}/a.png`);
  expect(connections).toBe(1);
  figure(`addresses on the inside, seed ${seed}`, JSON.stringify(reasons));
  expect(reasons['no public address']).toBeGreaterThan(count / 2);
});
