/** Characters of a name that are shown. */
const longestName = 120;

/**
 * Returns a name for an image: its template and the values in its URL, or the path of an on-demand or site image. The
 * template alone without a URL, as for an image whose key the service no longer has.
 */
export const getImageName = (template: string, url: string | undefined): string => {
  const { pathname, searchParams } = new URL(url ?? 'x:');
  const values = [...searchParams].flatMap(([name, value]) => (name.startsWith('v_') ? [value] : []));
  const shown = values.length > 0 ? values.join(' · ') : searchParams.has('sig') ? '' : pathname;
  return [template, shown].filter(Boolean).join(': ').slice(0, longestName);
};
