import { engineNames } from '#engine/engine-names.ts';
import { thatRender } from './attacks/all.ts';
import { renderedBy } from './attacks/attack.ts';
import { battle } from './battle.ts';

const byEachEngine = Object.entries(thatRender).map(([theme, attacks]) => [
  theme,
  engineNames.flatMap((engine) => attacks.map((attack) => renderedBy(engine, attack))),
]);
battle(Object.fromEntries(byEachEngine), engineNames.length);
