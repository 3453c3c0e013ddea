import type { GoldenCase } from '../case.ts';
import { cardCases } from './cards.ts';
import { familyCases } from './families.ts';
import { fitCases } from './fit.ts';
import { layoutCases } from './layout.ts';
import { paintCases } from './paint.ts';
import { patternCases } from './patterns.ts';
import { pictureCases } from './pictures.ts';
import { textCases } from './text.ts';

export const goldenCases: readonly GoldenCase[] = [
  ...textCases,
  ...familyCases,
  ...paintCases,
  ...patternCases,
  ...pictureCases,
  ...layoutCases,
  ...cardCases,
  ...fitCases,
];
