import { describe, expect, it } from 'vitest';
import { answerWithin, figure, isSoak } from '../support/effort.ts';
import { anAccount, aTemplate, type Caller, send } from '../support/service.ts';
import { startBystander } from './bystander.ts';

const attackers = 10;
/** Requests each of them keeps in flight. */
const inFlight = 12;
const attackMs = 20_000;
/** What it may cost a bystander. */
const promisedMs = 2_000;

const armed = (work: string) =>
  `export default function T({ go = '' }) { if (go) { ${work} } return <div style={{ width: '100%', height: '100%', display: 'flex' }}>done</div>; }`;
const blurred = armed(
  `return <div style={{ width: '100%', height: '100%', display: 'flex', filter: 'blur(20px)', background: go }}>{Array.from({ length: 400 }, (_, n) => <p key={n} style={{ position: 'absolute', left: n, boxShadow: '0 0 99px red', filter: 'blur(40px)', width: 900, height: 500 }}>x</p>)}</div>;`,
);

/** One request of an attack, another each time. */
type Blow = (n: number) => Promise<{ status: number; code?: string }>;
const answerOf = async (path: string, caller: Caller, body: unknown) => {
  const { status, json } = await send('POST', path, { caller, body });
  return { status, code: json.code };
};

const kinds: Record<string, (caller: Caller) => Promise<Blow>> = {
  parse: async (caller) => (n) =>
    answerOf('/v1/templates', caller, { name: 'x', code: `// ${n}\nx=${'async<T>('.repeat(40)}` }),
  evaluate: async (caller) => {
    const templateId = await aTemplate(caller, armed('for (;;) {}'));
    return (n) => answerOf('/v1/url', caller, { templateId, variables: { go: `${n}` } });
  },
  draw: async (caller) => {
    const templateId = await aTemplate(caller, blurred);
    const options = { width: 4096, height: 4096 };
    return (n) => answerOf('/v1/url', caller, { templateId, variables: { go: `rgb(0, 0, ${n})` }, ...options });
  },
};

describe.runIf(isSoak)(`${attackers} accounts attack at once, ${inFlight} requests each`, () => {
  it.each(Object.keys(kinds))(
    '%s: a bystander has no failure, and each of his rounds takes 2 s more at most',
    async (kind) => {
      const blows = await Promise.all(
        Array.from({ length: attackers }, async () => (kinds[kind] as (typeof kinds)[string])(await anAccount())),
      );
      // the attack is no load that excuses anything
      const allowedMs = answerWithin(promisedMs);
      const bystander = await startBystander();
      const endings: Record<string, number> = {};
      let [isOver, n] = [false, 0];
      const keepOn = async (blow: Blow) => {
        while (!isOver) {
          n += 1;
          const { status, code } = await blow(n);
          const ending = `${status} ${code ?? ''}`;
          endings[ending] = (endings[ending] ?? 0) + 1;
        }
      };
      const attacking = blows.flatMap((blow) => Array.from({ length: inFlight }, () => keepOn(blow)));
      await new Promise((resolve) => setTimeout(resolve, attackMs));
      const { problems, slowdownMs, roundsMs } = await bystander.stop();
      isOver = true;
      await Promise.all(attacking);

      figure(`ten accounts, ${kind}: answers`, JSON.stringify(endings));
      figure(`ten accounts, ${kind}: a bystander's rounds, ms`, roundsMs.map((ms) => ms.toFixed(0)).join(' '));
      figure(`ten accounts, ${kind}: by how much the slowest was slower, ms`, slowdownMs.toFixed(0));
      expect(problems).toEqual([]);
      expect(slowdownMs).toBeLessThan(allowedMs);
    },
  );
});
