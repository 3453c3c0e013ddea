import { type JsonLd, readJsonLd } from './json-ld.ts';
import { walkHead } from './page-head.ts';

/** The metadata of a page: values of its tags by lower-case name, in document order, without empty ones. */
export interface PageTags {
  readonly title?: string;
  /** Language that `<html lang>` names. */
  readonly language?: string;
  readonly tags: ReadonlyMap<string, readonly string[]>;
  readonly jsonLd: JsonLd;
  /** Name of the element that ended the head, if it was not `body`. */
  readonly headEndedBy?: string;
}

const maxTags = 500;
const maxValueLength = 4_000;
const maxJsonLd = 20;
/** Longer than any language tag in use. */
const maxLanguageLength = 35;
/** Of one script, in UTF-16 code units. A longer one is not read. */
const maxJsonLdLength = 100_000;

const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, maxValueLength);

/**
 * Parses `<title>`, every `<meta>` with a property or a name, and JSON-LD in the head of a page. It ends at `<body>` or
 * the first element that cannot stand in a head, because visitors of the page may have written what follows.
 */
export const readPageTags = (html: string): PageTags => {
  const tags = new Map<string, string[]>();
  const scripts: string[] = [];
  let count = 0;
  let title: string | undefined;
  let language: string | undefined;
  let reading: 'title' | 'script' | undefined;
  const headEndedBy = walkHead(html, {
    open: (name, attributes) => {
      reading = undefined;
      if (name === 'html') language ??= attributes.get('lang')?.slice(0, maxLanguageLength);
      const isJsonLd = attributes.get('type')?.trim().toLowerCase() === 'application/ld+json';
      if (name === 'script' && isJsonLd && scripts.length < maxJsonLd) {
        reading = 'script';
        scripts.push('');
      }
      if (name === 'title' && title === undefined) {
        reading = 'title';
        title = '';
      }
      if (name !== 'meta' || count >= maxTags) return;
      const tag = tidy(attributes.get('property') ?? attributes.get('name') ?? '').toLowerCase();
      const value = tidy(attributes.get('content') ?? '');
      if (tag === '' || value === '') return;
      count += 1;
      const values = tags.get(tag);
      if (values) values.push(value);
      else tags.set(tag, [value]);
    },
    text: (part) => {
      const last = scripts.length - 1;
      if (reading === 'script' && (scripts[last]?.length ?? 0) <= maxJsonLdLength) scripts[last] += part;
      if (reading === 'title' && title !== undefined && title.length < maxValueLength) title += part;
    },
    close: () => {
      reading = undefined;
    },
  });
  const tidied = tidy(title ?? '');
  return {
    tags,
    jsonLd: readJsonLd(scripts.filter(({ length }) => length <= maxJsonLdLength)),
    ...(tidied !== '' && { title: tidied }),
    ...(language !== undefined && { language }),
    ...(headEndedBy !== undefined && headEndedBy !== 'body' && { headEndedBy }),
  };
};
