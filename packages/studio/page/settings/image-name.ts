import { getFailedValues } from './failed-values.ts';

/** Characters of a name that are shown. */
const longestName = 120;

/** Returns the path of the page of a site image; any other path as it is. */
const readPage = (pathname: string): string => {
  const [, page] = /^\/v1\/s\/[^/]+\/(?:~[^/]+\/)?(.+)\.\w+$/.exec(pathname) ?? [];
  return page === undefined ? pathname : `/${page.replace(/(^|\/)index$/, '$1')}`;
};

/**
 * Returns a name for an image: its template and the values in its URL, or the page of a site image. The template alone
 * without a URL, as for an image whose key the service no longer has.
 */
export const getImageName = (template: string, url: string | undefined): string => {
  const { pathname, searchParams } = new URL(url ?? 'x:');
  const values = Object.values(getFailedValues(url ?? '') ?? {}).filter((value) => typeof value === 'string' && value);
  const hasValues = searchParams.has('sig') || /^\/v1\/i\/(?:[^/]+\/){4}/.test(pathname);
  const shown = hasValues ? values.join(' · ') : readPage(pathname);
  return [template, shown].filter(Boolean).join(': ').slice(0, longestName);
};
