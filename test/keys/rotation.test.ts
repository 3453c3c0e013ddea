import { randomBytes } from 'node:crypto';
import { limits } from 'image-url-contract/limits.ts';
import { getSigningKey, type Keyring, type SigningKey, signDelayMs } from 'image-url-contract/signing/keyring.ts';
import { describe, expect, it } from 'vitest';
import { getExpiryAfter } from '../../lambdas/domain/signing/expiry.ts';
import { createNextKeyring, maySucceed, selectNeededKeys } from '../../lambdas/domain/signing/rotation.ts';

const dayMs = 86_400_000;
const start = Date.parse('2026-03-01T10:00:00Z');
const at = (ms: number): Date => new Date(start + ms);
const next = (last: Keyring | undefined, now: Date): Keyring => createNextKeyring(last, randomBytes, now);

describe('the next keyring', () => {
  it('never gives an id twice', () => {
    const zeros = (count: number) => new Uint8Array(count);
    let renders = 0;
    const first = createNextKeyring(next(undefined, at(0)), zeros, at(dayMs));
    const second = createNextKeyring(
      first,
      (count) => (++renders <= 3 ? zeros(count) : randomBytes(count)),
      at(2 * dayMs),
    );
    expect(new Set(second.keys.map(({ id }) => id)).size).toBe(3);
  });

  it.each([30, 365])('verifies every living URL when the key changes every %i days', (everyDays) => {
    const minted: { keyId: string; exp: number }[] = [];
    let ring = next(undefined, at(0));

    for (let day = 0; day < 13 * 365; day += everyDays) {
      if (day > 0) ring = next(ring, at(day * dayMs));
      // minters that missed the change by up to a day
      for (const late of [0, signDelayMs, dayMs]) {
        const now = at(day * dayMs + signDelayMs);
        const seen = Math.max(start, now.getTime() - late);
        const keyId = getSigningKey(ring, new Date(seen))?.id ?? '';
        minted.push({ keyId, exp: getExpiryAfter(now, limits.urlLifetimeDays) });
      }
      const living = minted.filter(({ exp }) => exp > at(day * dayMs).getTime());
      const known = new Set(ring.keys.map(({ id }) => id));
      expect(living.filter(({ keyId }) => !known.has(keyId))).toEqual([]);
    }

    expect(ring.keys.length).toBeLessThanOrEqual(Math.ceil((limits.urlLifetimeDays + 2) / everyDays) + 1);
  });

  it('gives each key a later signFrom than all before it, whatever the clock does', () => {
    const first = next(undefined, at(0));
    const second = next(first, at(dayMs));
    const third = next(second, at(dayMs));
    const fourth = next(third, at(dayMs - 1));
    const moments = fourth.keys.map(({ signFrom }) => signFrom);
    expect(moments).toEqual([...new Set(moments)].toSorted((a, b) => a - b));
    expect(fourth.keys.map(({ id }) => id)).toEqual([...third.keys.map(({ id }) => id), fourth.keys.at(-1)?.id]);
  });

  it('keeps both of two keys with the same signFrom until a later one comes', () => {
    const keys = ['a', 'b', 'c'].map((id, n) => ({
      id,
      secret: 'x'.repeat(43),
      signFrom: n < 2 ? start : start + dayMs,
    }));
    const afterlife = (limits.urlLifetimeDays + 2) * dayMs;

    expect(selectNeededKeys(keys, at(dayMs + afterlife - 1))).toEqual(keys);
    expect(selectNeededKeys(keys, at(dayMs + afterlife))).toEqual(keys.slice(2));
  });
});

describe('a keyring', () => {
  const first = next(undefined, at(0));
  const second = next(first, at(dayMs));

  it('may succeed the one it was made from', () => {
    expect(maySucceed(second, first, at(dayMs))).toBe(true);
    expect(maySucceed(first, undefined, at(0))).toBe(true);
  });

  it('may not when another came between, or when its key would sign before caches know it', () => {
    const other = next(first, at(dayMs));
    expect(maySucceed(second, other, at(dayMs))).toBe(false);
    expect(maySucceed(second, first, at(dayMs + signDelayMs - 1))).toBe(false);
  });

  it('may not when two of its keys share a moment, or a key that stays has another one', () => {
    const [old, added] = second.keys as [SigningKey, SigningKey];
    const twice = { ...second, keys: [old, added, { ...added, id: 'twin' }] };
    const moved = { ...second, keys: [{ ...old, signFrom: old.signFrom + 1 }, added] };
    expect(maySucceed(twice, first, at(dayMs))).toBe(false);
    expect(maySucceed(moved, first, at(dayMs))).toBe(false);
  });
});
