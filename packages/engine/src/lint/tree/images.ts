import { getImageKind } from '../../image-bytes.ts';
import type { Json } from '../../json.ts';
import { getShownFile } from '../../rendering/images/bitmaps.ts';
import { decodeDataUri } from '../../rendering/images/data-uri.ts';
import { findUnrenderedInFile } from '../../rendering/svg/computed/read-svg.ts';
import { truncate } from '../../truncate.ts';
import { isLoopback, lintReach } from '../../vnode/image-reach.ts';
import { getImageSources, getUnsupportedReferences } from '../../vnode/remote-images.ts';
import { naturalWidthProperty } from '../../vnode/vnode.ts';
import { isVectorText, lintCompleteAddress, vectorTextMessage } from '../source/image-addresses.ts';
import type { RuleInput, TreeDiagnostic, TreeLintRequest } from './tree-lint.ts';

/** Reports image sources that cannot be fetched or are left out, and text in SVG. */
export const lintImageSource = ({ element, request, isInsideSvg, at, isSample }: RuleInput): TreeDiagnostic[] => {
  const imageAt = at('src', 'href', 'xlinkHref', 'style.backgroundImage', 'style.background', 'style');
  // Without those of its children.
  const sources = getImageSources({ ...element, children: element.type === 'style' ? element.children : [] });
  const found: TreeDiagnostic[] = [];
  const report = (message: string, isError = false) =>
    found.push({ ...imageAt, code: 'image-address', message, ...(isError && { isError }) });

  for (const address of sources) {
    const problem = isSample(address) ? undefined : lintCompleteAddress(address);
    // A URL in the source can never work, so it is an error. A mint may send another variable, so that is a warning.
    if (problem !== undefined)
      report(problem, request.source.includes(address) && !request.defaultTexts.includes(address));
    else {
      const unreachable = isFetchedHere(address, request) ? undefined : lintReach(address);
      if (unreachable !== undefined) report(unreachable);
    }
  }
  // Files that CSS names without `url()`, and unclosed URLs.
  for (const written of getUnsupportedReferences(element))
    if (!isSample(written)) report(`${truncate(written, 80)} is left out: name an image with url("https://...").`);

  if (isInsideSvg && isVectorText(element.type))
    found.push({ ...at(), code: 'svg-text', message: vectorTextMessage(element.type), isError: true });
  for (const what of new Set(sources.flatMap(getUnrendered)))
    found.push({ ...imageAt, code: 'no-effect', message: `Not rendered of this embedded image: ${what}.` });
  return found;
};

/** Returns whether an image is of this machine, and a value's: what the code names goes with it to a deployed service. */
const isFetchedHere = (address: string, { hasLoopback, source }: TreeLintRequest): boolean => {
  const url = hasLoopback && !source.includes(address) ? URL.parse(address) : null;
  return url !== null && isLoopback(url);
};

/** Returns what an image in a `data:` address holds and is not rendered. */
const getUnrendered = (address: string): readonly string[] => {
  const bytes = decodeDataUri(address);
  const kind = bytes && getImageKind(bytes);
  if (!bytes || kind === undefined) return [];
  return kind === 'svg' ? findUnrenderedInFile(bytes) : (getShownFile(kind, bytes).unrendered ?? []);
};

const sizes = ['width', 'height', 'minWidth', 'minHeight', 'flexBasis', 'flexGrow', 'aspectRatio'];
const fillers = ['top', 'right', 'bottom', 'left'];
const isGiven = (value: Json | undefined): boolean =>
  value !== undefined && value !== null && value !== '' && value !== 'auto';

/** Reports an `<img>` whose `src` is missing or empty, and one without a size. */
export const lintImageElement = ({ element, at, resolved: { specified } }: RuleInput): TreeDiagnostic[] => {
  if (element.type !== 'img') return [];
  const { src, width, height, [naturalWidthProperty]: natural } = element.props;
  const found: TreeDiagnostic[] = [];
  const isDynamic = src !== '' && at('src') !== at();
  if (!isDynamic && (src === undefined || src === null || src === ''))
    found.push({ ...at(), code: 'image-address', message: 'This <img> has no src: its box stays empty.' });

  const isSized =
    [width, height, natural, ...sizes.map((name) => specified[name])].some(isGiven) ||
    fillers.filter((name) => isGiven(specified[name])).length >= 2;
  const message = 'This <img> has no width and height: its place depends on the file, and without it the box is gone.';
  // a file in the template itself is there, and has its size
  const isEmbedded = typeof src === 'string' && src.startsWith('data:');
  if (!isSized && !isEmbedded) found.push({ ...at(), code: 'image-size', message });
  return found;
};
