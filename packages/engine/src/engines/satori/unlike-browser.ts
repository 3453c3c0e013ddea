import type { ImageDiagnostic } from '../../lint/image/image-diagnostics.ts';
import { readUtilities } from '../../rendering/tailwind/utilities.ts';
import { isInlineTag } from '../../rendering/tree/inline-tags.ts';
import { normaliseStyle, type Style } from '../../rendering/tree/normalise-style.ts';
import { sourcePositionProperty } from '../../vnode/source-position.ts';
import type { VElement, VNode } from '../../vnode/vnode.ts';

/** An element outside SVG, with the declarations of its style and classes. */
interface Styled {
  readonly element: VElement;
  readonly style: Style;
}

/** Returns a message; undefined if a browser renders the element the same way. */
type Rule = (styled: Styled) => { readonly message: string; readonly property?: string } | undefined;

const advice = "or choose options.engine = 'takumi', which renders it as a browser does.";

const readsNoClass: Rule = ({ element: { props } }) => {
  const classes = props.className ?? props.class;
  if (typeof classes !== 'string' || classes.trim() === '') return undefined;
  return { message: `satori reads no className, as in Vercel OG: write tw, ${advice}` };
};

/** Parts of a style sheet that satori supports: tokens, and the stacking rule of imported code. */
const readSheets = /@theme[^{}]*\{[^{}]*\}|\* \{ position: relative \}/g;

const readsNoSheet: Rule = ({ element: { type, children } }) =>
  type === 'style' && children.join('').replaceAll(readSheets, '').trim() !== ''
    ? { message: `satori reads no rules of a <style>: write style or tw, ${advice}` }
    : undefined;

const needsDisplay: Rule = ({ element: { type, children }, style }) =>
  type === 'div' && style.display === undefined && children.length > 1
    ? {
        message: `Vercel OG renders no image for a <div> with several children and no display: write display: 'flex', ${advice}`,
      }
    : undefined;

const knowsNoDisplay: Rule = ({ style: { display } }) =>
  display === undefined || /^(?:flex|block|contents|none|-webkit-box)$/.test(String(display))
    ? undefined
    : {
        message: `satori knows no display: ${display}, and lays the children out with flex; write it so, ${advice}`,
        property: 'display',
      };

const knowsNoLayers: Rule = ({ style: { zIndex } }) =>
  zIndex === undefined
    ? undefined
    : {
        message: `satori knows no z-index: what stands later lies on top. Write it later, ${advice}`,
        property: 'zIndex',
      };

const flowsNoText: Rule = ({ element: { children }, style: { display } }) =>
  display !== 'flex' &&
  children.some((child) => typeof child === 'string' && child.trim() !== '') &&
  children.some(isInline)
    ? {
        message: `satori sets text and the inline elements in it side by side, as boxes, and not in lines: write one text, ${advice}`,
      }
    : undefined;

const isInline = (node: VNode): boolean => typeof node !== 'string' && isInlineTag(node.type, {});

const clampsBlocksOnly: Rule = ({ style: { lineClamp, WebkitLineClamp, display } }) =>
  (lineClamp ?? WebkitLineClamp) === undefined || /^(?:block|-webkit-box)$/.test(String(display))
    ? undefined
    : {
        message: `satori clamps lines only with display: 'block', as Vercel OG: write it, ${advice}`,
        property: lineClamp === undefined ? 'WebkitLineClamp' : 'lineClamp',
      };

const knowsNoPrefixedClip: Rule = ({ element: { props }, style }) =>
  style.WebkitBackgroundClip === 'text' && style.backgroundClip === undefined
    ? {
        message: `satori reads no WebkitBackgroundClip and fills the whole box: write backgroundClip: 'text', ${advice}`,
        property: 'WebkitBackgroundClip',
      }
    : typeof props.tw === 'string' && /(?:^|\s)bg-clip-text(?:\s|$)/.test(props.tw) && !hasOwnClip(props.style)
      ? {
          message: `satori knows no class bg-clip-text and fills the whole box: write backgroundClip: 'text' in style, ${advice}`,
        }
      : undefined;

const hasOwnClip = (style: unknown): boolean =>
  typeof style === 'object' && style !== null && 'backgroundClip' in style;

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

const writesOneWay: Rule = ({ element: { children } }) =>
  children.some((child) => typeof child === 'string' && rightToLeft.test(child))
    ? { message: `satori sets text from right to left in the wrong order: ${advice.replace('or c', 'c')}` }
    : undefined;

const rules = [
  ...[readsNoClass, readsNoSheet, needsDisplay, knowsNoDisplay, knowsNoLayers, flowsNoText, writesOneWay],
  ...[clampsBlocksOnly, knowsNoPrefixedClip],
];

/** Returns diagnostics for what a browser renders differently, each only for the first such element. */
export const lintUnlikeBrowser = (tree: VElement, width: number): ImageDiagnostic[] => {
  const found = new Map<Rule, ImageDiagnostic>();
  const visit = (element: VElement) => {
    const { tw, style: given, [sourcePositionProperty]: position } = element.props;
    const classes = typeof tw === 'string' ? readUtilities(tw, width).style : {};
    const style = { ...classes, ...normaliseStyle(given, (source) => source) };
    for (const rule of rules) {
      const message = found.has(rule) ? undefined : rule({ element, style });
      if (message)
        found.set(rule, { code: 'unlike-browser', ...message, ...(typeof position === 'string' && { position }) });
    }
    if (element.type === 'svg') return;
    for (const child of element.children) if (typeof child !== 'string') visit(child);
  };
  visit(tree);
  return [...found.values()];
};
