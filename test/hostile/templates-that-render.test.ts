import { engineNames } from '../../lambdas/contract/engine-names.ts';
import { withEachEngine } from '../support/each-engine.ts';
import { thatRender } from './attacks/all.ts';
import { renderedBy } from './attacks/attack.ts';
import { battle } from './battle.ts';

for (const [theme, attacks] of Object.entries(thatRender)) {
  const cases = attacks.map((attack) => ({ name: attack.title, attack }));
  battle(
    theme,
    withEachEngine(cases).map(([engine, _name, { attack }]) => renderedBy(engine, attack)),
    engineNames.length,
  );
}
