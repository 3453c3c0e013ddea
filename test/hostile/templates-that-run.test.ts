import { thatRun } from './attacks/all.ts';
import { battle } from './battle.ts';

for (const [theme, attacks] of Object.entries(thatRun)) battle(theme, attacks);
