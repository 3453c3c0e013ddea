import { thatRun } from './attacks/all.ts';
import { battle } from './battle.ts';

battle(thatRun);
