import { Parser } from 'htmlparser2';

/** The metadata of a page: values of its tags by lower-case name, in document order, without empty ones. */
export interface PageTags {
  readonly title?: string;
  readonly tags: ReadonlyMap<string, readonly string[]>;
  /** Contents of scripts of type `application/ld+json`. */
  readonly jsonLd: readonly string[];
}

const maxTags = 500;
const maxValueLength = 4_000;
const maxJsonLd = 20;
const maxJsonLdLength = 100_000;

const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, maxValueLength);

/**
 * Parses `<title>`, every `<meta>` with a property or a name, and JSON-LD. Ignores a title inside an SVG, and a
 * `<meta>` after the start of `<body>`, which visitors of the page may have written.
 */
export const readPageTags = (html: string): PageTags => {
  const tags = new Map<string, string[]>();
  const jsonLd: string[] = [];
  let [count, svgDepth, isInTitle, isInBody, isInJsonLd] = [0, 0, false, false, false];
  let title: string | undefined;
  const parser = new Parser({
    onopentag: (name, { property, name: key, content, type }) => {
      if (name === 'body') isInBody = true;
      isInJsonLd =
        name === 'script' && type?.trim().toLowerCase() === 'application/ld+json' && jsonLd.length < maxJsonLd;
      if (isInJsonLd) jsonLd.push('');
      if (name === 'svg') svgDepth += 1;
      if (name === 'title' && svgDepth === 0 && title === undefined) {
        isInTitle = true;
        title = '';
      }
      const tag = tidy(property ?? key ?? '').toLowerCase();
      const value = tidy(content ?? '');
      if (name !== 'meta' || isInBody || tag === '' || value === '' || count >= maxTags) return;
      count += 1;
      tags.set(tag, [...(tags.get(tag) ?? []), value]);
    },
    ontext: (text) => {
      const last = jsonLd.length - 1;
      if (isInJsonLd && (jsonLd[last]?.length ?? 0) < maxJsonLdLength) jsonLd[last] += text;
      if (isInTitle && title !== undefined && title.length < maxValueLength) title += text;
    },
    onclosetag: (name) => {
      if (name === 'svg') svgDepth -= 1;
      if (name === 'title') isInTitle = false;
      isInJsonLd = false;
    },
  });
  parser.end(html);
  const tidied = tidy(title ?? '');
  return { tags, jsonLd, ...(tidied !== '' && { title: tidied }) };
};

/** Decodes a page in the encoding that its header or first bytes declare, by default UTF-8. */
export const decodePage = (bytes: Uint8Array, contentType: string): string => {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 1_024));
  const named = /charset=["']?([\w-]{1,40})/i;
  const label = (named.exec(contentType) ?? named.exec(head))?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    // An unknown encoding.
    return new TextDecoder().decode(bytes);
  }
};
