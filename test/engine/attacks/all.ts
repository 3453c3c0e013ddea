import type { Attack } from './attack.ts';
import { builtIns, imported } from './built-ins.ts';
import { elements } from './elements.ts';
import { forgery } from './forgery.ts';
import { loops } from './loops.ts';
import { memory } from './memory.ts';
import { paint } from './paint.ts';
import { styleSheets } from './style-sheets.ts';
import { svg } from './svg.ts';
import { text } from './text.ts';

type Themes = Readonly<Record<string, readonly Attack[]>>;

/** Attacks on what runs template code, by theme. */
export const thatRun: Themes = {
  'work without end': loops,
  'memory and recursion': memory,
  forgery,
  'built-ins replaced, and host calls': [...builtIns, ...imported],
};

export const thatRender: Themes = { text, elements, paint, 'style sheets and classes': styleSheets, svg };

export const allAttacks: readonly Attack[] = [thatRun, thatRender].flatMap((themes) => Object.values(themes).flat());
