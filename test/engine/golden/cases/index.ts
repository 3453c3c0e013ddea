import type { GoldenCase } from '../case.ts';
import { asWrittenCases } from './as-written.ts';
import { cardCases } from './cards.ts';
import { directionCases } from './directions.ts';
import { effectCases } from './effects.ts';
import { familyCases } from './families.ts';
import { fitCases } from './fit.ts';
import { layoutCases } from './layout.ts';
import { likenessCases } from './likeness.ts';
import { paintCases } from './paint.ts';
import { panelCases } from './panels.ts';
import { patternCases } from './patterns.ts';
import { imageCases } from './pictures.ts';
import { portedCases } from './ported.ts';
import { socialCases } from './social.ts';
import { textCases } from './text.ts';
import { typographyCases } from './typography.ts';

export const goldenCases: readonly GoldenCase[] = [
  ...textCases,
  ...familyCases,
  ...paintCases,
  ...patternCases,
  ...imageCases,
  ...layoutCases,
  ...cardCases,
  ...fitCases,
  ...directionCases,
  ...effectCases,
  ...panelCases,
  ...socialCases,
  ...typographyCases,
  ...likenessCases,
  ...portedCases,
  ...asWrittenCases,
];
