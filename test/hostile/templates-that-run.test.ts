import { forgery } from './attacks/forgery.ts';
import { loops } from './attacks/loops.ts';
import { memory } from './attacks/memory.ts';
import { battle } from './battle.ts';

battle('work without end', loops);
battle('memory and recursion', memory);
battle('forgery', forgery);
