import { splitWords } from '../../split-words.ts';
import type { SourceRewriter } from '../../vnode/css-urls.ts';
import { getImageAttributes } from '../../vnode/remote-images.ts';
import type { VElement } from '../../vnode/vnode.ts';
import type { PreparedProps } from './prepared-tree.ts';

const handledElsewhere: ReadonlySet<string> = new Set(
  splitWords('style tw class className dangerouslySetInnerHTML children'),
);

/** Returns whether an attribute remains: not empty, not a handler, and not handled elsewhere. */
const isRendered = (type: string, name: string, value: unknown): boolean => {
  if (value === null || value === false || handledElsewhere.has(name) || /^on[A-Z]/.test(name)) return false;
  return name === 'lang' ? typeof value === 'string' : !(name === 'srcSet' && type === 'img');
};

/** Returns the attributes of an element for engines, with image sources replaced. */
export const getElementAttributes = ({ type, props: given }: VElement, imageFor: SourceRewriter): PreparedProps => {
  const props: PreparedProps = {};
  for (const [name, value] of Object.entries(given)) if (isRendered(type, name, value)) props[name] = value;
  for (const name of getImageAttributes(type)) {
    const source = props[name];
    if (source === undefined) continue;
    delete props[name];
    const image = typeof source === 'string' ? imageFor(source.trim()) : '';
    if (image !== '') props[type === 'img' ? 'src' : 'href'] = image;
  }
  return props;
};
