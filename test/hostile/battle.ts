import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerWithin, figure, isSoak, sampled } from '../support/effort.ts';
import { anAccount, type Caller } from '../support/service.ts';
import type { Attack } from './attacks/attack.ts';
import { type Bystander, startBystander } from './bystander.ts';
import { strike } from './strike.ts';

/** Longest wait for an answer, whatever was asked. */
const answerMs = 5_000;
/** What an attack may cost anybody else. */
const promisedSlowdownMs = 2_000;
/** The short run takes others each day, fewer of those that need time; the long one takes all. */
const chosen = (attacks: readonly Attack[], engines: number): readonly Attack[] => [
  ...sampled(
    attacks.filter(({ isSlow, takesSeconds }) => !isSlow && !takesSeconds),
    6 * engines,
  ),
  ...sampled(
    attacks.filter(({ takesSeconds }) => takesSeconds),
    9 * engines,
  ),
  ...sampled(
    attacks.filter(({ isSlow }) => isSlow),
    30 * engines,
  ),
];

/** What takes longer should be marked, when the machine has nothing else to do. */
const unmarkedMs = 1_500;

const largest = (values: readonly number[]): number => Math.max(0, ...values);

/**
 * Declares the tests of one theme: every attack ends as it must, in time, and nobody beside it notices.
 *
 * @param engines how many draw each of them: they share what the short run takes.
 */
export const battle = (theme: string, attacks: readonly Attack[], engines = 1): void => {
  const tried = chosen(attacks, engines);
  describe(`${theme}: ${tried.length} of ${attacks.length} attacks`, () => {
    let attacker: Caller;
    let bystander: Bystander;
    const slowest: number[] = [];
    const unmarked: string[] = [];
    beforeAll(async () => {
      attacker = await anAccount();
      bystander = await startBystander();
    });

    it.each(tried)('$title', async (attack) => {
      const { ending, message, slowestMs } = await strike(attacker, attack);

      slowest.push(slowestMs);
      if (slowestMs > unmarkedMs && !attack.isSlow && !attack.takesSeconds) unmarked.push(attack.title);
      expect([attack.ends].flat(), message).toContain(ending);
      expect(message).not.toMatch(/\breached\b|\/lambdas\/|node_modules|node:internal/);
      expect(slowestMs).toBeLessThan(answerWithin(answerMs));
    });

    afterAll(async () => {
      const { problems, slowdownMs, roundsMs } = await bystander.stop();
      figure(`${theme}: attacks`, tried.length);
      if (isSoak) figure(`${theme}: over ${unmarkedMs} ms and not marked as slow`, unmarked.join(', ') || 'none');
      figure(`${theme}: slowest answer, ms`, largest(slowest).toFixed(0));
      figure(
        `${theme}: by how much the slowest of a bystander's ${roundsMs.length} rounds was slower, ms`,
        slowdownMs.toFixed(0),
      );
      expect(problems).toEqual([]);
      expect(slowdownMs).toBeLessThan(answerWithin(promisedSlowdownMs));
    });
  });
};
