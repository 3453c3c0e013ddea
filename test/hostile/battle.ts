import { beforeAll, describe, expect, it } from 'vitest';
import { everyNth } from '../support/effort.ts';
import { anAccount, aTemplate, type Caller, send } from '../support/service.ts';
import type { Attack } from './attacks/attack.ts';
import { strike } from './strike.ts';

/**
 * What a run of `npm test` or `npm run test:rest` takes of a theme: its first attack and every nth after it, of the quick and of the
 * slow ones. `npm run soak` takes all.
 */
const chosen = (attacks: readonly Attack[], engines: number): readonly Attack[] => [
  ...everyNth(
    attacks.filter(({ isSlow }) => !isSlow),
    9 * engines,
  ),
  ...everyNth(
    attacks.filter(({ isSlow }) => isSlow),
    40 * engines,
  ),
];

/**
 * Declares the tests of one theme: every attack ends as it must, and the next request of another account is answered.
 *
 * @param engines how many engines render each of them: they share what the short run takes.
 */
export const battle = (theme: string, attacks: readonly Attack[], engines = 1): void => {
  const tried = chosen(attacks, engines);
  describe(`${theme}: ${tried.length} of ${attacks.length} attacks`, () => {
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
