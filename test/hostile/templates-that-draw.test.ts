import { engineNames } from '../../lambdas/contract/engine-names.ts';
import { withEachEngine } from '../support/each-engine.ts';
import { thatDraw } from './attacks/all.ts';
import { drawnBy } from './attacks/attack.ts';
import { battle } from './battle.ts';

for (const [theme, attacks] of Object.entries(thatDraw)) {
  const cases = attacks.map((attack) => ({ name: attack.title, attack }));
  battle(
    theme,
    withEachEngine(cases).map(([engine, _name, { attack }]) => drawnBy(engine, attack)),
    engineNames.length,
  );
}
