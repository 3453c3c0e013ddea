/* Parses untrusted sitemaps and pages in linear time. */

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Decodes the entities of XML or HTML text. */
const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0x10_ff_ff ? whole : String.fromCodePoint(code);
  });

/** Returns the addresses of a sitemap or sitemap index, in order and without duplicates. */
export const readSitemap = (xml: string): { isIndex: boolean; addresses: string[] } => {
  const found = [...xml.matchAll(/<loc>(?:<!\[CDATA\[)?([^<]*)<\/loc>/g)];
  const addresses = found.map(([, text = '']) => decodeEntities(text.replace(']]>', '').trim()));
  return { isIndex: /<sitemapindex[\s>]/.test(xml), addresses: [...new Set(addresses)] };
};

/** Limits of tags per page and characters per tag, far above usual pages. */
const mostTags = 1_000;
const mostCharacters = 16_384;

/** Returns the attributes of the element at the start of a text, by lower-case name. */
const readAttributes = (text: string): Map<string, string> => {
  const attribute = /[\s/]*([^\s=>"'/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']*)))?/y;
  const attributes = new Map<string, string>();
  for (let found = attribute.exec(text); found; found = attribute.exec(text)) {
    const [, name = '', double, single, bare = ''] = found;
    const key = name.toLowerCase();
    if (!attributes.has(key)) attributes.set(key, decodeEntities(double ?? single ?? bare));
  }
  return attributes;
};

/** Elements whose content is not markup. */
const raw = ['script', 'style', 'noscript', 'template', 'title', 'textarea'];

/** Returns the attributes of every `<meta>` of a page. */
const readMetaTags = (html: string): Map<string, string>[] => {
  const lower = html.toLowerCase();
  const tags: Map<string, string>[] = [];
  for (let at = lower.indexOf('<'); at >= 0 && tags.length < mostTags; at = lower.indexOf('<', at)) {
    if (lower.startsWith('<!--', at)) {
      const end = lower.indexOf('-->', at + 4);
      if (end < 0) break;
      at = end + 3;
      continue;
    }
    const [, name = ''] = /^<([a-z]{1,10})(?=[\s/>])/.exec(lower.slice(at, at + 12)) ?? [];
    if (name === 'meta') tags.push(readAttributes(html.slice(at + '<meta'.length, at + mostCharacters)));
    if (raw.includes(name)) {
      const end = lower.indexOf(`</${name}`, at);
      if (end < 0) break;
      at = end;
    }
    at += 1;
  }
  return tags;
};

const imageNames = ['og:image', 'og:image:url', 'og:image:secure_url', 'twitter:image', 'twitter:image:src'];

/** Returns the images that a page names, without duplicates, `og:image` first. */
export const readPageImages = (html: string): string[] => {
  const tags = readMetaTags(html).map((tag) => ({
    name: (tag.get('property') ?? tag.get('name') ?? '').toLowerCase(),
    content: tag.get('content')?.trim() ?? '',
  }));
  const images = imageNames.flatMap((wanted) => tags.filter(({ name, content }) => name === wanted && content !== ''));
  return [...new Set(images.map(({ content }) => content))];
};
