import { elements } from './attacks/elements.ts';
import { paint } from './attacks/paint.ts';
import { styleSheets } from './attacks/style-sheets.ts';
import { svg } from './attacks/svg.ts';
import { text } from './attacks/text.ts';
import { battle } from './battle.ts';

battle('text', text);
battle('elements', elements);
battle('paint', paint);
battle('style sheets and classes', styleSheets);
battle('svg', svg);
