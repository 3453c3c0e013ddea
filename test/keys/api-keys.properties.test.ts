import { randomBytes, randomInt } from 'node:crypto';
import { generateApiKey, parseApiKey } from 'image-url-contract/api-key.ts';
import { expect, it } from 'vitest';
import type { CallerReader } from '../../lambdas/http/authenticate.ts';
import { authenticate } from '../../lambdas/http/authenticate.ts';
import type { Incoming } from '../../lambdas/http/call.ts';
import { runtime } from '../../lambdas/runtime/runtime.ts';
import { effort, figure } from '../support/effort.ts';

/**
 * @promise URLs, keys and accounts: Guessed API keys
 * @how 160 random bits; only a hash is stored; a checksum rejects malformed keys without a read
 * @also test/contract/route-guards.faults.test.ts
 * @figure 1,000,000 keys, none accepted; 750,000 with a wrong checksum, no read
 */

const count = effort(10_000, 1_000_000);
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const digits = (many: number): string => Array.from(randomBytes(many), (byte) => alphabet[byte % 62]).join('');

const getTable = (apiKey: string, accountId: string) => {
  let reads = 0;
  const reader = {
    find: async ({ keyHash }: { keyHash: string }) => {
      reads += 1;
      const isKnown = keyHash === knownHash;
      return { key: isKnown ? { accountId, revoked: false } : undefined, account: undefined, templates: new Map() };
    },
  } as unknown as CallerReader;
  const knownHash = parseApiKey(apiKey)?.keyHash;
  const ask = async (header: string): Promise<string> => {
    try {
      const event = { headers: { Authorization: header } } as unknown as Incoming;
      await authenticate(reader, runtime, ['mint'], event, undefined);
      return 'let in';
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  return { ask, reads: () => reads };
};

it(`${count} random keys never authenticate, and a wrong checksum causes no read`, async () => {
  const accountId = digits(12);
  const real = generateApiKey(accountId, randomBytes(20));
  const table = getTable(real, accountId);
  // the control: the real key is found, and stopped only where its account is missing
  expect(await table.ask(`Bearer ${real}`)).toBe('NO_SUBSCRIPTION');

  const answers: Record<string, number> = {};
  let [wrongChecksums, readsBefore] = [0, table.reads()];
  for (let n = 0; n < count; n += 1) {
    const kind = n % 4;
    const body = `iu_${kind === 0 ? digits(randomInt(1, 33)) : accountId}_${digits(27)}`;
    const guess =
      kind === 3
        ? generateApiKey(accountId, randomBytes(20))
        : kind === 2
          ? real.slice(0, -6) + digits(6)
          : body + digits(6);
    if (guess === real) continue;
    const answer = await table.ask(`Bearer ${guess}`);
    answers[answer] = (answers[answer] ?? 0) + 1;
    if (kind !== 3) wrongChecksums += 1;
    else readsBefore += 1;
  }

  figure(`random keys: ${count}, with a wrong checksum ${wrongChecksums}`, JSON.stringify(answers));
  expect(Object.keys(answers)).toEqual(['INVALID_API_KEY']);
  // one in 57 billion random checksums is right by chance
  expect(table.reads()).toBe(readsBefore);
});
