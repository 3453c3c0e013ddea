import { referenceIn } from '../../../picture/svg/references.ts';
import { elementsOf, type XmlElement } from '../../../picture/svg/xml.ts';
import type { DocumentCorrection } from '../correction.ts';

/**
 * Fills shapes with their gradient instead of a pattern that holds nothing but a rectangle filled with it. satori 0.63 writes
 * every gradient that way; the pattern costs resvg a picture of its own, as large as the shape. No pixel changes by it. Last:
 * what was taken out needs no gradient.
 */
export const plainGradients: DocumentCorrection = (document) => {
  const patterns = new Map<string, { pattern: XmlElement; gradient: XmlElement; box: XmlElement }>();
  const users = new Map<string, XmlElement[]>();
  for (const element of elementsOf(document)) {
    const { id = '', fill } = element.attributes;
    const found = element.name === 'pattern' ? gradientOf(element) : undefined;
    if (found) patterns.set(id, { pattern: element, ...found });
    const used = referenceIn(fill);
    if (used !== '') users.set(used, [...(users.get(used) ?? []), element]);
  }
  for (const [id, { pattern, gradient, box }] of patterns) {
    const [user, ...others] = users.get(id) ?? [];
    if (!user || others.length > 0 || !hasSize(user, box)) continue;
    const { x = '0', y = '0' } = user.attributes;
    const { id: _id, gradientTransform, ...attributes } = gradient.attributes;
    const isOfBox = attributes.gradientUnits !== 'userSpaceOnUse';
    const moved = isOfBox ? gradientTransform : `translate(${x} ${y}) ${gradientTransform ?? ''}`.trim();
    Object.assign(pattern, {
      name: gradient.name,
      attributes: { id: pattern.attributes.id, ...attributes, ...(moved && { gradientTransform: moved }) },
      children: gradient.children,
    });
  }
};

const wholeBox: Readonly<Record<string, string>> = {
  x: '0',
  y: '0',
  width: '1',
  height: '1',
  patternUnits: 'objectBoundingBox',
};
const boxAttributes = new Set(['x', 'y', 'width', 'height', 'fill']);

/** The one gradient of a pattern that shows nothing else, and the rectangle it fills. */
const gradientOf = ({ attributes, children }: XmlElement) => {
  const { id, ...others } = attributes;
  const isWhole = Object.keys(wholeBox).every((name) => others[name] === wholeBox[name]);
  if (!id?.startsWith('satori_') || !isWhole || Object.keys(others).length > Object.keys(wholeBox).length)
    return undefined;
  const [gradient, box, ...more] = children;
  if (typeof gradient !== 'object' || typeof box !== 'object' || more.length > 0 || box.name !== 'rect')
    return undefined;
  if (gradient.name !== 'linearGradient' && gradient.name !== 'radialGradient') return undefined;
  const isPlain = Object.keys(box.attributes).every((name) => boxAttributes.has(name));
  const { x = '0', y = '0', fill } = box.attributes;
  return isPlain && x === '0' && y === '0' && referenceIn(fill) === gradient.attributes.id
    ? { gradient, box }
    : undefined;
};

/** Whether an element is as large as the rectangle. The layout library writes the box of a path beside its outline. */
const hasSize = ({ name, attributes }: XmlElement, { attributes: box }: XmlElement): boolean =>
  (name === 'rect' || name === 'path') &&
  attributes.stroke === undefined &&
  attributes.width === box.width &&
  attributes.height === box.height;
