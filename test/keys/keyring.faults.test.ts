import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { secretsManagerKeyringReader } from '../../lambdas/aws/secrets-manager/keyring.ts';
import { readEnvironment } from '../../lambdas/config/environment.ts';
import { useFaultyCloud } from '../support/faults/faulty-cloud.ts';

/**
 * @promise AWS failures: The signing secret is unreadable for an hour: warm functions continue; a stalled read delays
 *   no request for more than a second
 * @figure holds
 */

const cloud = useFaultyCloud();
beforeEach(() => {
  reported.length = 0;
});
afterEach(() => vi.useRealTimers());

const getKeys = () => secretsManagerKeyringReader(readEnvironment('keyring:read'));
const minuteMs = 60_000;
/** Logged errors and counts of keyrings that could not be read again. */
const reported: unknown[] = [];
const operators = {
  log: (...line: unknown[]) => void reported.push(line),
  count: (values: object) => void reported.push(values),
};

describe('the keyring', () => {
  it.each(['error', 'throttle', 'reset'] as const)(
    'goes on for an hour while its secret is unreadable: %s',
    async (fault) => {
      vi.useFakeTimers({ toFake: ['performance'] });
      const keys = getKeys();
      const good = await keys.keyring(operators);
      cloud.secrets.calls.length = 0;
      cloud.secrets.decide = () => fault;

      for (let minute = 20; minute <= 60; minute += 20) {
        vi.advanceTimersByTime(20 * minuteMs);
        expect(await keys.keyring(operators)).toEqual(good);
        // the reading goes on when the old keyring was handed out instead: the client may wait a second before it tries again
        await expect.poll(() => reported).toHaveLength(minute / 10);
        // the next request does not read it
        const calls = cloud.secrets.calls.length;
        expect(await keys.keyring(operators)).toEqual(good);
        expect(cloud.secrets.calls).toHaveLength(calls);
      }

      expect(cloud.secrets.calls.length).toBeGreaterThan(0);
      const line = ['error', 'signing keys not read anew', { cause: expect.any(Error) }];
      expect(reported).toEqual(
        Array(3)
          .fill([line, { StaleKeyrings: 1 }])
          .flat(),
      );
      cloud.calm();
      vi.advanceTimersByTime(minuteMs);
      expect(await keys.keyring(operators)).toEqual(good);
      expect(cloud.secrets.calls).toHaveLength(1);
    },
  );

  it('does not wait for a secret that does not respond', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const keys = getKeys();
    const good = await keys.keyring(operators);
    cloud.secrets.decide = () => 'stall';
    vi.advanceTimersByTime(6 * minuteMs);

    const answers = await Promise.all(Array.from({ length: 50 }, () => keys.keyring(operators)));

    expect(answers).toEqual(Array(50).fill(good));
    expect(cloud.secrets.calls).toHaveLength(2);
  });

  it('is not there when it never was', async () => {
    cloud.secrets.decide = () => 'error';

    await expect(getKeys().keyring(operators)).rejects.toThrow();
    cloud.calm();
    await expect(getKeys().keyring(operators)).resolves.toMatchObject({ formatVersion: 1 });
  });
});
