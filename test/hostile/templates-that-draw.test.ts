import { thatDraw } from './attacks/all.ts';
import { battle } from './battle.ts';

for (const [theme, attacks] of Object.entries(thatDraw)) battle(theme, attacks);
