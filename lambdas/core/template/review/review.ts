import { ownFamilies } from '../../picture/fonts/own-fonts.ts';
import { styleSheetsOf } from '../../picture/tree/style-sheets.ts';
import { placeProperty, positionOfPlace } from '../../vnode/place.ts';
import type { VNode } from '../../vnode/vnode.ts';
import type { Diagnostic, Position } from '../check/diagnostics.ts';
import { reviewClasses } from './classes.ts';
import { reviewCost } from './cost.ts';
import { reviewElement } from './elements.ts';
import { reviewFamilies, reviewRootFamily, withoutRepeats } from './families.ts';
import { reviewFit } from './fit.ts';
import { reviewImage } from './images.ts';
import type { Finding, Review, Reviewed, ReviewRequest } from './reviewed.ts';
import { reviewSheet } from './sheets.ts';
import { reviewStyle } from './styles.ts';

type Check = (reviewed: Reviewed) => Finding[];
const checks: readonly Check[] = [
  reviewImage,
  reviewStyle,
  reviewClasses,
  reviewFamilies,
  reviewSheet,
  reviewFit,
  reviewElement,
];

/** Looks through a sample's elements for what cannot work and for what will surprise. Pure; lays nothing out. */
export const reviewTree = (request: ReviewRequest): Review => {
  const { text: sheets, theme } = styleSheetsOf(request.tree, request.width);
  const families = ownFamilies(request.fonts);
  const findings: Finding[] = [];
  const visit = (node: VNode, around: Position, isInsideSvg: boolean) => {
    if (typeof node === 'string') return;
    const own = positionOfPlace(node.props[placeProperty]);
    const parts = own ? request.places[String(node.props[placeProperty])] : undefined;
    const position = own ?? around;
    const reviewed: Reviewed = {
      element: node,
      request,
      isInsideSvg,
      sheets,
      theme,
      own: families,
      at: (...names) => names.map((name) => parts?.[name]).find((found) => found !== undefined) ?? position,
      isSample: (text) => request.sampleTexts.some((sample) => sample !== '' && text.includes(sample)),
    };
    for (const check of checks) findings.push(...check(reviewed));
    for (const child of node.children) visit(child, position, isInsideSvg || node.type === 'svg');
  };
  visit(request.tree, request.componentAt, false);
  findings.push(...reviewRootFamily(request, families));
  findings.push(...reviewCost(request));
  const plain = ({ isError: _, ...diagnostic }: Finding): Diagnostic => diagnostic;
  const told = withoutRepeats(findings);
  return {
    errors: told.filter(({ isError }) => isError === true).map(plain),
    warnings: told.filter(({ isError }) => isError !== true).map(plain),
  };
};
