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

type PageVariable = Pick<RenderPlanVariable, 'name'> & Partial<Pick<RenderPlanVariable, 'defaultValue'>>;

/** Returns the value of a field of a page; undefined if there is none. */
const readField = ({ title, tags, jsonLd }: PageTags, field: string): string | undefined => {
  if (field === 'title') return tidy(title);
  const [, property] = /^jsonld:(\w+)$/i.exec(field) ?? [];
  return tidy(property === undefined ? tags.get(field.toLowerCase())?.[0] : jsonLd.get(property));
};

const isoDate = /^(\d{4})-(\d\d)-(\d\d)(?:$|[T ]\d\d:\d\d)/;
/** Fields whose values are dates. */
const ofDates = /date|time|published|modified|created/i;

/** Returns the language without extensions, such as another calendar; undefined for none that is known. */
const readLanguage = (tag: string): string | undefined => {
  try {
    const { baseName } = new Intl.Locale(tag.trim().replaceAll('_', '-'));
    return Intl.DateTimeFormat.supportedLocalesOf(baseName)[0];
  } catch {
    return undefined;
  }
};

/**
 * Returns a date that is written as ISO 8601 as people write it in the language of the page, the day as it stands there:
 * `28 November 2026`. Any other text, an impossible date, and a page without a known language keep theirs.
 */
const showDate = (value: string, { tags, language }: PageTags): string => {
  const [, year, month, day] = isoDate.exec(value) ?? [];
  const locale = readLanguage(language ?? '') ?? readLanguage(tags.get('og:locale')?.[0] ?? '');
  if (year === undefined || locale === undefined) return value;
  const time = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const isReal = new Date(time).toISOString().startsWith(`${year}-${month}-${day}`);
  return isReal ? new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(time) : value;
};

/**
 * Returns the variables of a page's image, in the order of the template. Omits those for which the page has no value,
 * so that their default applies. Dates are written in the page's language, unless the default of the variable is an ISO
 * date, which its template takes apart.
 *
 * @param map fields of the page by variable, instead of the default ones.
 */
export const toPageVariables = (
  page: PageTags,
  variables: readonly PageVariable[],
  map: Readonly<Record<string, string>>,
): Readonly<Record<string, Json>> => {
  const getFields = (name: string): readonly string[] => {
    const mapped = getOwn(map, name);
    return mapped === undefined ? [ownField(name), ...(getOwn(defaultFields, name) ?? [])] : [mapped];
  };
  const found = variables.flatMap(({ name, defaultValue }) => {
    for (const field of getFields(name)) {
      const value = readField(page, field);
      const isDate = field !== ownField(name) && ofDates.test(field) && !isoDate.test(String(defaultValue));
      if (value !== undefined) return [[name, isDate ? showDate(value, page) : value] as const];
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
