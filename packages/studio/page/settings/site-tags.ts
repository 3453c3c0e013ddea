/** A page of a site and the size of its image. */
export interface SitePage {
  readonly imageHost: string;
  readonly siteId: string;
  /** Path of the page, percent-encoded. */
  readonly path: string;
  /** Size of the template's image in pixels; undefined if it is not known. */
  readonly size?: { readonly width: number; readonly height: number } | undefined;
}

/** Returns the URL of a page's image. */
export const siteImageUrl = ({ imageHost, siteId, path }: SitePage): string =>
  `${imageHost}/v1/s/${siteId}${path.replace(/\/$/, '/index')}.jpg`;

/** Returns the tags of a page with a site image. */
export const siteTags = (page: SitePage): string => {
  const { size } = page;
  const sized = size
    ? [
        `<meta property="og:image:width" content="${size.width}" />`,
        `<meta property="og:image:height" content="${size.height}" />`,
      ]
    : [];
  const isWide = !size || size.width > size.height;
  return [
    `<meta property="og:image" content="${siteImageUrl(page)}" />`,
    ...sized,
    `<meta name="twitter:card" content="${isWide ? 'summary_large_image' : 'summary'}" />`,
  ].join('\n');
};

/** Returns the path as a browser sends it; undefined if the text is no path. */
export const readPath = (text: string): string | undefined => {
  const url = URL.parse(text.trim(), 'https://site');
  return text.trim().startsWith('/') && url?.origin === 'https://site' ? url.pathname : undefined;
};
