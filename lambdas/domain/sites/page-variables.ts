import type { RenderPlanVariable } from 'image-url-engine/options.ts';
import { getOwn, type Json } from 'image-url-engine/values.ts';
import type { PageTags } from './page-tags.ts';
import { readSitePath } from './site-path.ts';

/** Fields of a page by variable, in order of preference. docs/sites.md has this table. */
export const defaultFields: Readonly<Record<string, readonly string[]>> = {
  title: ['og:title', 'twitter:title', 'jsonld:headline', 'title'],
  headline: ['og:title', 'twitter:title', 'jsonld:headline', 'title'],
  name: ['og:title', 'twitter:title', 'jsonld:headline', 'title'],
  description: ['og:description', 'twitter:description', 'description'],
  subtitle: ['og:description', 'twitter:description', 'description'],
  summary: ['og:description', 'twitter:description', 'description'],
  author: ['jsonld:author', 'author', 'article:author', 'twitter:creator'],
  date: ['article:published_time', 'jsonld:datePublished', 'date'],
  section: ['article:section'],
  tags: ['article:tag', 'keywords'],
  publication: ['og:site_name', 'application-name'],
  site: ['og:site_name', 'application-name'],
  siteName: ['og:site_name', 'application-name'],
};
/** Returns the name of the `<meta>` that sets a variable. */
const ownField = (variable: string): string => `html:image:${variable}`.toLowerCase();

const maxTextLength = 1_000;
const tidy = (value: string | undefined): string | undefined =>
  value === undefined || value.trim() === ''
    ? undefined
    : value.replace(/\s+/g, ' ').trim().slice(0, maxTextLength).toWellFormed();

/** Returns the value of a field of a page; undefined if there is none. */
const readField = ({ title, tags, jsonLd }: PageTags, field: string): string | undefined => {
  if (field === 'title') return tidy(title);
  const [, property] = /^jsonld:(\w+)$/i.exec(field) ?? [];
  return tidy(property === undefined ? tags.get(field.toLowerCase())?.[0] : jsonLd.get(property));
};

/**
 * Returns the variables of a page's image, in the order of the template. Omits those for which the page has no value,
 * so that their default applies.
 *
 * @param map fields of the page by variable, instead of the default ones.
 */
export const toPageVariables = (
  page: PageTags,
  variables: readonly Pick<RenderPlanVariable, 'name'>[],
  map: Readonly<Record<string, string>>,
): Readonly<Record<string, Json>> => {
  const getFields = (name: string): readonly string[] => {
    const mapped = getOwn(map, name);
    return mapped === undefined ? [ownField(name), ...(getOwn(defaultFields, name) ?? [])] : [mapped];
  };
  const found = variables.flatMap(({ name }) => {
    for (const field of getFields(name)) {
      const value = readField(page, field);
      if (value !== undefined) return [[name, value] as const];
    }
    return [];
  });
  return Object.fromEntries(found);
};

/** Returns whether a page's `og:image` or `twitter:image` is a site image with this path. */
export const hasSiteImage = ({ tags }: PageTags, path: string): boolean =>
  ['og:image', 'og:image:url', 'og:image:secure_url', 'twitter:image', 'twitter:image:src']
    .flatMap((name) => tags.get(name) ?? [])
    // Another distribution may add a path prefix.
    .some((value) => URL.parse(value)?.pathname.endsWith(path));

export const findSiteImages = ({ tags }: PageTags): string[] =>
  ['og:image', 'twitter:image']
    .flatMap((name) => tags.get(name) ?? [])
    .flatMap((value) => /\/v1\/s\/.*/.exec(URL.parse(value)?.pathname ?? '')?.[0] ?? [])
    .filter((path) => readSitePath(path) !== undefined);
