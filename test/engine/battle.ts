import { beforeAll, describe, expect, it } from 'vitest';
import { everyNth } from '../support/effort.ts';
import { anAccount, aTemplate, type Caller, send } from '../support/service.ts';
import type { Attack } from './attacks/attack.ts';
import { strike } from './strike.ts';

/**
 * Declares the tests of attacks by theme: every attack ends as it must, and the next request of another account is answered. A run of
 * `npm test` or `npm run test:rest` takes the first quick attack of each theme and every nth after it, and one of the slow ones;
 * `npm run soak` takes all.
 *
 * @param engines how many engines render each of them: they share what the short run takes.
 */
export const battle = (themes: Readonly<Record<string, readonly Attack[]>>, engines = 1): void => {
  const isSlow = (attack: Attack) => attack.isSlow === true;
  const allSlow = Object.values(themes).flat().filter(isSlow);
  const slow = new Set(everyNth(allSlow, allSlow.length));
  for (const [theme, attacks] of Object.entries(themes)) {
    const quick = attacks.filter((attack) => !isSlow(attack));
    battleOf(theme, [...everyNth(quick, 9 * engines), ...attacks.filter((attack) => slow.has(attack))], attacks.length);
  }
};

const battleOf = (theme: string, tried: readonly Attack[], count: number): void => {
  describe(`${theme}: ${tried.length} of ${count} attacks`, () => {
    let attacker: Caller;
    let honest: { readonly caller: Caller; readonly templateId: string };
    beforeAll(async () => {
      attacker = await anAccount();
      const caller = await anAccount();
      honest = { caller, templateId: await aTemplate(caller) };
    });

    it.each(tried)('$title', async (attack) => {
      const { ending, message } = await strike(attacker, attack);

      expect(ending, message).toBe(attack.ends);
      expect(message).not.toMatch(/\breached\b|\/lambdas\/|node_modules|node:internal/);
      // an image that no cache has
      const { caller, templateId } = honest;
      const body = { templateId, variables: { title: attack.title } };
      const { status, json } = await send('POST', '/v1/url', { caller, body });
      expect([status, (await fetch(json.url)).status]).toEqual([200, 200]);
    });
  });
};
