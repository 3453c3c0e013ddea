import { isPublicAddress } from 'image-url-outside/addresses.ts';
import { describe, expect, it } from 'vitest';

const hex = (bytes: readonly number[]): string =>
  [0, 2].map((at) => (((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)).toString(16)).join(':');

/** Ways to put an IPv4 address into an IPv6 one. */
const embeddings: Readonly<Record<string, (bytes: readonly number[]) => string>> = {
  mapped: (bytes) => `::ffff:${hex(bytes)}`,
  'mapped, with dots': (bytes) => `::ffff:${bytes.join('.')}`,
  compatible: (bytes) => `::${hex(bytes)}`,
  translated: (bytes) => `::ffff:0:${hex(bytes)}`,
  NAT64: (bytes) => `64:ff9b::${hex(bytes)}`,
  'local NAT64': (bytes) => `64:ff9b:1:fffe::${hex(bytes)}`,
  '6to4': (bytes) => `2002:${hex(bytes)}::1`,
  Teredo: (bytes) => `2001:0:53aa:64c:0:fbfe:${hex(bytes.map((byte) => byte ^ 255))}`,
  ISATAP: (bytes) => `2a00:1450:4001:80e:0:5efe:${hex(bytes)}`,
  'ISATAP, universal': (bytes) => `2a00:1450:4001:80e:200:5efe:${hex(bytes)}`,
  'ISATAP, link-local': (bytes) => `fe80::5efe:${hex(bytes)}`,
};

/** By themselves they are public. */
const publicAddresses = [
  [8, 8, 8, 8],
  [1, 1, 1, 1],
  [93, 184, 216, 34],
];

describe('a public address', () => {
  it.each([
    ...['1.1.1.1', '8.8.8.8', '13.224.0.1', '100.63.255.255', '100.128.0.0', '172.15.255.255', '172.32.0.0'],
    ...['2606:4700:4700::1111', '2a00:1450:4001:80e::200e', '2600:9000::1', '2001:4860:4860::8888'],
  ])('is %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '10.255.255.255', '100.64.0.1', '100.127.255.255'],
    ...['127.0.0.1', '127.255.255.254', '169.254.0.1', '169.254.255.254', '172.16.0.1'],
    ...['172.31.255.255', '192.0.0.1', '192.0.0.192', '192.0.2.1', '192.88.99.1', '192.168.0.1', '192.168.255.255'],
    ...['198.18.0.1', '198.19.255.255', '198.51.100.1', '203.0.113.1', '224.0.0.1', '239.255.255.255', '240.0.0.1'],
    ...['255.255.255.255', '168.63.129.16', '::', '::1', '::2', '::8.8.8.8', '::ffff:8.8.8.8'],
    ...['::ffff:0:8.8.8.8', '64:ff9b::8.8.8.8', '64:ff9b:1::1', '100::1', '2001::1', '2001:2::1', '2001:db8::1'],
    ...['2001:10::1', '2001:20::1', '2002:808:808::1', '3fff::1', '5f00::1', 'fc00::1', 'fd00::1'],
    ...['fe80::1', 'fe80::1%eth0', '2606:4700::1%eth0', 'febf::1', 'fec0::1', 'ff02::1', 'ff0e::1'],
    ...['4000::1', '8000::1', 'e000::1', '2a00::5efe:808:808', '2a00::200:5efe:808:808'],
  ])('is not %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  const otherSpellings = ['', 'localhost', '0x8080808', '134744072', '8.8.8', '08.8.8.8', '8.8.8.8 ', '[2606:4700::1]'];
  it.each(otherSpellings)('is not the spelling %j, which the system does not write', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(Object.entries(embeddings))('is no IPv4 address inside IPv6 (%s)', (_title, embed) => {
    for (const bytes of publicAddresses) expect(isPublicAddress(embed(bytes)), bytes.join('.')).toBe(false);
  });
});
