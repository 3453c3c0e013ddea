import type { Json } from '../../../contract/schemas/mint.ts';
import type { VElement, VNode } from '../../vnode/vnode.ts';
import type { Diagnostic } from '../diagnostics.ts';
import type { Position } from '../draft.ts';
import { type ElementPlaces, placeProperty, positionOfPlace } from '../places.ts';
import { reviewClasses } from './classes.ts';
import { reviewCost } from './cost.ts';
import { reviewFamilies } from './families.ts';
import { reviewImage } from './images.ts';
import { reviewSheet } from './sheets.ts';
import { reviewStyle } from './styles.ts';

/** A template's sample, and what is needed to say where its parts come from. */
export interface ReviewRequest {
  /** Its elements carry their place (`placeProperty`). */
  readonly tree: VElement;
  readonly places: ElementPlaces;
  readonly source: string;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Texts that only stand in for what a mint will send: nothing is said about a value made of them. */
  readonly sampleTexts: readonly string[];
  /** Texts of the variables' defaults. */
  readonly defaultTexts: readonly string[];
}

export interface Review {
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
}

/** One element under review. */
export interface Reviewed {
  readonly element: VElement;
  readonly request: ReviewRequest;
  readonly isInsideSvg: boolean;
  /** The text of all style sheets of the tree. */
  readonly sheets: string;
  /** Where something about the element stands: the first of these parts that is written out, else the element. */
  at(...parts: string[]): Position;
  /** Whether a text is, or holds, a stand-in for something a mint will send. */
  isSample(text: string): boolean;
}

/** Something a check found. */
export interface Finding extends Diagnostic {
  readonly isError?: boolean;
}

type Check = (reviewed: Reviewed) => Finding[];
const checks: readonly Check[] = [reviewImage, reviewStyle, reviewClasses, reviewFamilies, reviewSheet];

/** Looks through a sample's elements for what cannot work and for what will surprise. Pure; lays nothing out. */
export const reviewTree = (request: ReviewRequest): Review => {
  const sheets = sheetsOf(request.tree);
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
      at: (...names) => names.map((name) => parts?.[name]).find((found) => found !== undefined) ?? position,
      isSample: (text) => request.sampleTexts.some((sample) => sample !== '' && text.includes(sample)),
    };
    for (const check of checks) findings.push(...check(reviewed));
    for (const child of node.children) visit(child, position, isInsideSvg || node.type === 'svg');
  };
  visit(request.tree, { line: 1, column: 1 }, false);
  findings.push(...reviewCost(request));
  const plain = ({ isError: _, ...diagnostic }: Finding): Diagnostic => diagnostic;
  return {
    errors: findings.filter(({ isError }) => isError === true).map(plain),
    warnings: findings.filter(({ isError }) => isError !== true).map(plain),
  };
};

/** The text of the style sheets a tree carries. */
const sheetsOf = (node: VNode): string => {
  if (typeof node === 'string') return '';
  return node.type === 'style' ? node.children.join('') : node.children.map(sheetsOf).join('');
};

export const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
