import { builtIns, imported } from './attacks/built-ins.ts';
import { forgery } from './attacks/forgery.ts';
import { loops } from './attacks/loops.ts';
import { memory } from './attacks/memory.ts';
import { battle } from './battle.ts';

battle('work without end', loops);
battle('memory and recursion', memory);
battle('forgery', forgery);
battle('built-ins replaced, and host calls', [...builtIns, ...imported]);
