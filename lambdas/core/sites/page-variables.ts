import type { Json } from '../../contract/schemas/mint.ts';
import type { RenderPlanVariable } from '../template/render-plan/render-plan.ts';
import type { PageTags } from './page-tags.ts';
import { readSitePath } from './site-path.ts';

/** Fields of a page by the variables that they are for, the first that the page has. docs/sites.md has this table. */
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
/** A `<meta>` of this name and a variable's says the value of that variable. */
const ownField = (variable: string): string => `html:image:${variable}`.toLowerCase();

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // no JSON, or too deep
    return undefined;
  }
};

/** The things that JSON-LD describes: at the top, in a list, or in its `@graph`. */
const getThings = (jsonLd: readonly string[]) =>
  jsonLd
    .map(parse)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .flatMap((value) => (isRecord(value) && Array.isArray(value['@graph']) ? value['@graph'] : [value]))
    .filter(isRecord);

const longestText = 1_000;
const tidy = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== ''
    ? value.replace(/\s+/g, ' ').trim().slice(0, longestText)
    : undefined;

/** A name, or the name of who is described; of several the first. */
const getName = (value: unknown): string | undefined => {
  const [one] = Array.isArray(value) ? value : [value];
  return tidy(isRecord(one) ? one.name : one);
};

/** The value of a field of a page, in text; undefined where it has none. */
const readField = ({ title, tags, jsonLd }: PageTags, field: string): string | undefined => {
  if (field === 'title') return title;
  const [, property] = /^jsonld:(\w+)$/i.exec(field) ?? [];
  if (property === undefined) return tidy(tags.get(field.toLowerCase())?.[0])?.toWellFormed();
  for (const thing of getThings(jsonLd)) {
    const value = getName(Object.hasOwn(thing, property) ? thing[property] : undefined);
    if (value !== undefined) return value.toWellFormed();
  }
  return undefined;
};

/**
 * Returns the variables of a page's image: those the template has, in its order. A variable the page says nothing of is left out, and
 * the template's default is shown.
 *
 * @param map fields of the page by variable, in place of the default ones.
 */
export const pageVariables = (
  page: PageTags,
  variables: readonly Pick<RenderPlanVariable, 'name'>[],
  map: Readonly<Record<string, string>>,
): Readonly<Record<string, Json>> => {
  const getFields = (name: string): readonly string[] => {
    const mapped = Object.hasOwn(map, name) ? map[name] : undefined;
    if (mapped !== undefined) return [mapped];
    return [ownField(name), ...(Object.hasOwn(defaultFields, name) ? (defaultFields[name] ?? []) : [])];
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

/** Whether a page names a site image as its own: in `og:image` or `twitter:image`, by the path that its URL ends with. */
export const namesImage = ({ tags }: PageTags, path: string): boolean =>
  ['og:image', 'og:image:url', 'og:image:secure_url', 'twitter:image', 'twitter:image:src']
    .flatMap((name) => tags.get(name) ?? [])
    // another distribution may deliver it below a path of its own
    .some((value) => URL.parse(value)?.pathname.endsWith(path));

/** The image paths of a site that a page names. */
export const namedImages = ({ tags }: PageTags): string[] =>
  ['og:image', 'twitter:image']
    .flatMap((name) => tags.get(name) ?? [])
    .flatMap((value) => /\/v1\/s\/.*/.exec(URL.parse(value)?.pathname ?? '')?.[0] ?? [])
    .filter((path) => readSitePath(path) !== undefined);
