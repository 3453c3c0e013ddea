import type { Json } from '../../../../contract/schemas/mint.ts';
import { decodeDataUri } from '../../../rendering/images/data-uri.ts';
import { truncate } from '../../../truncate.ts';
import { getImageSources, getUnsupportedReferences } from '../../../vnode/remote-images.ts';
import { getStyle } from '../../../vnode/vnode.ts';
import { isVectorText, lintAddress, vectorTextMessage } from '../source/image-addresses.ts';
import { getText, type RuleInput, type TreeDiagnostic } from './tree-lint.ts';

/** Reports image URLs that cannot be fetched, text in SVG, and images without a size. */
export const lintImageSource = (reviewed: RuleInput): TreeDiagnostic[] => [
  ...addresses(reviewed),
  ...references(reviewed),
  ...hosts(reviewed),
  ...source(reviewed),
  ...vectorText(reviewed),
  ...size(reviewed),
];

/** Returns the image sources of an element without those of its children. */
const getSources = (element: RuleInput['element']) =>
  getImageSources({ ...element, children: element.type === 'style' ? element.children : [] });

const imageAt = (at: RuleInput['at']) =>
  at('src', 'href', 'xlinkHref', 'style.backgroundImage', 'style.background', 'style');

/** A URL in the source can never work, so it is an error. A mint may send another variable, so that is a warning. */
const addresses = ({ element, request, at, isSample }: RuleInput): TreeDiagnostic[] =>
  getSources(element).flatMap((address) => {
    const problem = lintAddress(address);
    if (problem === undefined || isSample(address)) return [];
    const isWritten = request.source.includes(address) && !request.defaultTexts.includes(address);
    return [{ ...imageAt(at), code: 'image-address', message: problem, isError: isWritten }];
  });

/** Reports files that CSS names without `url()`, and unclosed URLs. */
const references = ({ element, at, isSample }: RuleInput): TreeDiagnostic[] =>
  getUnsupportedReferences(element)
    .filter((written) => !isSample(written))
    .map((written) => {
      const message = `${truncate(written, 80)} is left out: name an image with url("https://...").`;
      return { ...imageAt(at), code: 'image-address' as const, message };
    });

/** Hosts that only the author's machine or network can reach. */
const privateHost =
  /^https?:\/\/(?:[^/@]*@)?(?:localhost|[^/:]+\.(?:local|internal|localhost|test)|127\.[\d.]+|10\.[\d.]+|192\.168\.[\d.]+|172\.(?:1[6-9]|2\d|3[01])\.[\d.]+|0\.0\.0\.0|\[::1\])(?:[:/]|$)/i;

const hosts = ({ element, at, isSample }: RuleInput): TreeDiagnostic[] =>
  getSources(element)
    .filter((address) => privateHost.test(address) && !isSample(address))
    .map((address) => {
      const message = `"${truncate(address, 80)}" is on a host of your own machine or network, which the service does not reach.`;
      return { ...imageAt(at), code: 'image-address' as const, message };
    });

/** Reports an `<img>` whose `src` is missing or empty. */
const source = ({ element, at }: RuleInput): TreeDiagnostic[] => {
  const { src } = element.props;
  const isDynamic = src !== '' && at('src') !== at();
  if (element.type !== 'img' || isDynamic || (src !== undefined && src !== null && src !== '')) return [];
  return [{ ...at(), code: 'image-address', message: 'This <img> has no src: its box stays empty.' }];
};

const vectorText = ({ element, isInsideSvg, at }: RuleInput): TreeDiagnostic[] => {
  if (isInsideSvg && isVectorText(element.type))
    return [{ ...at(), code: 'svg-text', message: vectorTextMessage(element.type), isError: true }];
  const message = 'The text of this embedded SVG is not rendered: turn it into paths, or put it over the image.';
  return getSources(element).some(isVectorWithText) ? [{ ...imageAt(at), code: 'svg-text', message }] : [];
};

const isVectorWithText = (address: string): boolean => {
  if (!/^data:image\/svg/i.test(address)) return false;
  return /<text[\s>]/.test(Buffer.from(decodeDataUri(address) ?? []).toString());
};

const size = ({ element, at, sheets }: RuleInput): TreeDiagnostic[] => {
  if (element.type !== 'img' || sheets !== '') return [];
  const { tw, className, width, height } = element.props;
  const inline = getStyle(element);
  const classes = `${getText(tw)} ${getText(className)}`;
  const sides = [width, height, ...sizes.map((name) => inline[name])].some(isGiven);
  const fills =
    fillers.filter((name) => isGiven(inline[name])).length >= 2 || isGiven(inline.inset) || isGiven(inline.flex);
  if (sides || fills || /(?:^|[\s:])(?:w|h|size|inset|flex|basis|grow)-/.test(classes)) return [];
  const message = 'This <img> has no width and height: its place depends on the file, and without it the box is gone.';
  return [{ ...at(), code: 'image-size', message }];
};

const sizes = ['width', 'height', 'minWidth', 'minHeight', 'flexBasis', 'flexGrow', 'aspectRatio'];
const fillers = ['top', 'right', 'bottom', 'left'];
const isGiven = (value: Json | undefined): boolean =>
  value !== undefined && value !== null && value !== '' && value !== 'auto';
