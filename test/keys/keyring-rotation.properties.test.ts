import { randomBytes } from 'node:crypto';
import { getSignedQuery } from 'image-url-contract/signing/image-query.ts';
import { getSigningKey, type Keyring } from 'image-url-contract/signing/keyring.ts';
import { expect, it } from 'vitest';
import { createNextKeyring, maySucceed } from '../../lambdas/domain/signing/rotation.ts';
import { serviceVerdict } from '../support/edge.ts';
import { effort, figure } from '../support/effort.ts';
import { randomFrom } from '../support/random.ts';

/**
 * @promise URLs, keys and accounts: A leaked signing key
 * @how rotation; a new key is distributed before it signs, and old keys verify as long as a URL can live
 * @also test/keys/rotation.test.ts, test/keys/edge-rotation.alone.slow.test.ts
 * @figure 3 rotations, 100,000 URLs, none rejected wrongly
 */

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;
const yearMs = 365 * dayMs;
/** A process caches its keyring for five minutes, and half a minute more when the secret cannot be read. */
const longestCacheMs = 5.5 * minuteMs;
const iterations = effort(3_000, 100_000);

/** A process with its own idea of the keyring, read anew when it is too old. */
const getProcess = (read: () => Keyring) => {
  let known: { keyring: Keyring; at: number } | undefined;
  return (now: number): Keyring => {
    if (!known || now - known.at > longestCacheMs) known = { keyring: read(), at: now };
    return known.keyring;
  };
};

it(`three rotations under load: ${iterations} URLs, and none is refused wrongly`, async () => {
  const random = randomFrom(7);
  const start = 1_800_000_000_000;
  let now = start;
  let current = createNextKeyring(undefined, randomBytes, new Date(start - yearMs));
  const minters = Array.from({ length: 6 }, () => getProcess(() => current));
  const verifiers = Array.from({ length: 6 }, () => getProcess(() => current));
  const living: { query: string; exp: number }[] = [];
  const verdicts: Record<string, number> = {};
  const signers = new Set<string>();

  let rotations = 0;
  for (let n = 0; n < iterations; n += 1) {
    // an hour of traffic around each rotation
    now += Math.ceil((3 * 60 * minuteMs) / iterations);
    if (rotations < 3 && now - start > (rotations + 0.3) * 55 * minuteMs) {
      const next = createNextKeyring(current, randomBytes, new Date(now));
      expect(maySucceed(next, current, new Date(now))).toBe(true);
      current = next;
      rotations += 1;
    }
    const key = getSigningKey(random.pick(minters)(now), new Date(now)) ?? expect.fail('nobody can sign');
    signers.add(key.id);
    const options = { width: 100, height: 100, format: 'png', devicePixelRatio: 1 } as const;
    const exp = now + random.int(minuteMs, 5 * yearMs);
    const what = {
      templateId: 't',
      uid: 'ana',
      rv: 'e1-0123456789abcdef',
      tv: '1',
      options,
      variables: { n: String(n) },
    };
    living.push({ query: getSignedQuery({ ...what, exp }, key), exp });
    for (const { query, exp: end } of [living.at(-1), random.pick(living)] as typeof living) {
      const verdict = await serviceVerdict(random.pick(verifiers)(now), now, query);
      expect(verdict, `round ${n}`).toBe(end > now ? '' : 'URL_EXPIRED');
      verdicts[verdict || 'good'] = (verdicts[verdict || 'good'] ?? 0) + 1;
    }
  }
  // and every URL to the end of its life, when most of the keys have long been followed by others
  for (const { query, exp } of living.filter((_url, n) => n % 20 === 0)) {
    expect(await serviceVerdict(current, exp - 1, query)).toBe('');
    expect(await serviceVerdict(current, exp, query)).toBe('URL_EXPIRED');
  }

  figure(`rotations under load: ${rotations}, keys that signed ${signers.size}`, JSON.stringify(verdicts));
  expect(rotations).toBe(3);
  expect(signers.size).toBe(4);
});
