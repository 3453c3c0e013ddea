/* Addresses in sitemaps and pages of somebody else's: read in one pass, whatever they hold. */

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Text of XML or HTML without its entities. */
const unescaped = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0x10_ff_ff ? whole : String.fromCodePoint(code);
  });

/** Addresses of a sitemap, or of an index of sitemaps, in order and each once. */
export const readSitemap = (xml: string): { isIndex: boolean; addresses: string[] } => {
  const found = [...xml.matchAll(/<loc>(?:<!\[CDATA\[)?([^<]*)<\/loc>/g)];
  const addresses = found.map(([, text = '']) => unescaped(text.replace(']]>', '').trim()));
  return { isIndex: /<sitemapindex[\s>]/.test(xml), addresses: [...new Set(addresses)] };
};

/** A page has a dozen; each is looked at for so many characters. */
const mostTags = 1_000;
const mostCharacters = 16_384;

/** Attributes of the element at the start of a text, by their names in lower case. */
const readAttributes = (text: string): Map<string, string> => {
  const attribute = /[\s/]*([^\s=>"'/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']*)))?/y;
  const attributes = new Map<string, string>();
  for (let found = attribute.exec(text); found; found = attribute.exec(text)) {
    const [, name = '', double, single, bare = ''] = found;
    const key = name.toLowerCase();
    if (!attributes.has(key)) attributes.set(key, unescaped(double ?? single ?? bare));
  }
  return attributes;
};

/** Elements whose content is no markup. */
const raw = ['script', 'style', 'noscript', 'template', 'title', 'textarea'];

/** Attributes of every `<meta>` of a page. */
const metaTags = (html: string): Map<string, string>[] => {
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

/** What a page names as its image, each once, `og:image` first. */
export const readPageImages = (html: string): string[] => {
  const tags = metaTags(html).map((tag) => ({
    name: (tag.get('property') ?? tag.get('name') ?? '').toLowerCase(),
    content: tag.get('content')?.trim() ?? '',
  }));
  const images = imageNames.flatMap((wanted) => tags.filter(({ name, content }) => name === wanted && content !== ''));
  return [...new Set(images.map(({ content }) => content))];
};
