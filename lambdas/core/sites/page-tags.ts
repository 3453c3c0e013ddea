import { Parser } from 'htmlparser2';

/** What a page says of itself: values of its tags by their name, in lower case, in the order of the page; empty ones are left out. */
export interface PageTags {
  readonly title?: string;
  readonly tags: ReadonlyMap<string, readonly string[]>;
  /** Texts of its scripts of the type `application/ld+json`. */
  readonly jsonLd: readonly string[];
}

const mostTags = 500;
const longestValue = 4_000;
const mostJsonLd = 20;
const longestJsonLd = 100_000;

const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, longestValue);

/**
 * Reads `<title>`, every `<meta>` with a property or a name, and JSON-LD. A title inside an SVG is not the page's, and neither is a `<meta>`
 * behind the beginning of `<body>`: readers of a page may have written it.
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
        name === 'script' && type?.trim().toLowerCase() === 'application/ld+json' && jsonLd.length < mostJsonLd;
      if (isInJsonLd) jsonLd.push('');
      if (name === 'svg') svgDepth += 1;
      if (name === 'title' && svgDepth === 0 && title === undefined) {
        isInTitle = true;
        title = '';
      }
      const tag = tidy(property ?? key ?? '').toLowerCase();
      const value = tidy(content ?? '');
      if (name !== 'meta' || isInBody || tag === '' || value === '' || count >= mostTags) return;
      count += 1;
      tags.set(tag, [...(tags.get(tag) ?? []), value]);
    },
    ontext: (text) => {
      const last = jsonLd.length - 1;
      if (isInJsonLd && (jsonLd[last]?.length ?? 0) < longestJsonLd) jsonLd[last] += text;
      if (isInTitle && title !== undefined && title.length < longestValue) title += text;
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

/** The page's text: in the encoding that its header or its first bytes name, UTF-8 otherwise. */
export const decodePage = (bytes: Uint8Array, contentType: string): string => {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 1_024));
  const named = /charset=["']?([\w-]{1,40})/i;
  const label = (named.exec(contentType) ?? named.exec(head))?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    // a label that nobody knows
    return new TextDecoder().decode(bytes);
  }
};
