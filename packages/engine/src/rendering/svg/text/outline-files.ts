import { EngineRejection } from '../../engine-errors.ts';
import type { PreparedElement, PreparedNode } from '../../tree/prepared-tree.ts';
import { getXmlElements, type XmlElement, type XmlNode } from '../xml.ts';
import { outlineTexts } from './outline-texts.ts';

type Outlining = Parameters<typeof outlineTexts>[1];

/** What could not be rendered of the files of a tree. */
interface OutlinedFiles {
  /** Characters that no font contains. */
  readonly missing: readonly string[];
  /** Sources of files whose text is too long. */
  readonly tooLong: readonly string[];
}

/** Replaces the texts of vector images with paths of their letters, in place, as those of the tree. @throws FontsNotReady */
export const outlineFiles = async (
  documents: Iterable<readonly [source: string, document: XmlElement]>,
  outlining: Outlining,
): Promise<OutlinedFiles> => {
  const missing: string[] = [];
  const tooLong: string[] = [];
  for (const [source, whole] of documents)
    for (const document of getDocuments(whole)) {
      if (!hasText(document)) continue;
      try {
        missing.push(...(await outlineDocument(document, outlining)));
      } catch (error) {
        if (!(error instanceof EngineRejection)) throw error;
        tooLong.push(source);
      }
      removeTexts(document);
    }
  return { missing, tooLong };
};

/** Yields a document and those that are embedded in it. */
function* getDocuments(document: XmlElement): Generator<XmlElement, undefined> {
  yield document;
  for (const { embedded } of getXmlElements(document)) if (embedded) yield* getDocuments(embedded);
}

const hasText = (document: XmlElement): boolean => getXmlElements(document).some(({ name }) => name === 'text');

const outlineDocument = async (document: XmlElement, outlining: Outlining): Promise<readonly string[]> => {
  const svg = toPrepared(document);
  const missing = await outlineTexts(svg, outlining);
  document.children = (svg.props.children ?? []).map(toXml);
  return missing;
};

const removeTexts = (element: XmlElement): void => {
  element.children = element.children.filter((child) => typeof child !== 'string' && child.name !== 'text');
  for (const child of element.children) if (typeof child !== 'string') removeTexts(child);
};

/** The document of an `<image>`, which paths stand beside. */
const embedded = Symbol('embedded');

const toPrepared = ({ name, attributes, children, ...others }: XmlElement): PreparedElement => {
  const { style: css, ...props } = attributes;
  const own = children.map((child): PreparedNode => (typeof child === 'string' ? child : toPrepared(child)));
  return {
    type: name,
    props: { ...props, style: {}, children: own, ...({ [embedded]: { css, ...others } } as object) },
  };
};

const toXml = (node: PreparedNode): XmlNode => {
  if (typeof node === 'string') return node;
  const { children = [], style: _, ...props } = node.props;
  const { css, ...others } = ((props as { [embedded]?: { css?: string } })[embedded] ?? {}) as { css?: string };
  const attributes: Record<string, string> = {};
  for (const [name, value] of Object.entries(props)) attributes[name] = String(value);
  if (css !== undefined) attributes.style = css;
  return { name: node.type, attributes, children: children.map(toXml), ...others };
};
