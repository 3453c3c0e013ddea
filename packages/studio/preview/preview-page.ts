import { limits } from 'image-url-contract/limits.ts';
import { decodePage } from 'image-url-contract/sites/decode-page.ts';
import { readPageTags } from 'image-url-contract/sites/page-tags.ts';
import { getImageKind } from 'image-url-engine/images.ts';
import { getLimit, getTypes, type Platform, platforms } from '../page/cards/platforms.ts';
import { kilobytes } from '../page/image/kilobytes.ts';
import { Refusal } from '../templates/template-source.ts';
import type { PagePreview, PlatformPreview, PreviewDiagnostic, PreviewImage } from './page-preview.ts';

export interface FetchOptions {
  readonly accept: string;
  readonly mostBytes: number;
  /** Whether a longer body is cut instead of rejected. @default false */
  readonly isCut?: boolean;
  /** Whether addresses of this machine are allowed. */
  readonly isLocal: boolean;
}
export type Fetched =
  | { readonly ok: true; readonly url: string; readonly contentType: string; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly reason: string };
/** Fetches like a crawler. Never rejects. */
export type FetchAsCrawler = (address: string, options: FetchOptions) => Promise<Fetched>;

/** Tags are at the beginning of a page, and crawlers read no more either. */
const pageBytes = 1 << 20;
/** Share that may be cropped without a warning: 16:9 loses 7 % at 1.91:1. */
const toleratedCut = 0.1;
/** Facebook and LinkedIn show smaller images beside the text. */
const leastSize = { width: 600, height: 315 };

const isLoopback = ({ hostname }: URL): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);

/** Parses the entered URL of a page. @throws Refusal if it is invalid */
const readPageAddress = (typed: string): URL => {
  const url = URL.parse(typed.trim());
  if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') return url;
  throw new Refusal(400, 'INVALID_URL', 'url: expected the address of a page, like http://localhost:3000/blog/first.');
};

const readImage = async (url: URL, isLocal: boolean, fetch: FetchAsCrawler): Promise<PreviewImage> => {
  const fetched = await fetch(url.href, { accept: 'image/*', mostBytes: limits.fetchedImageBytes, isLocal });
  if (!fetched.ok) return { url: url.href, problem: fetched.reason };
  const { bytes } = fetched;
  const type = getImageKind(bytes);
  const image = { url: url.href, bytes: bytes.length };
  if (type === undefined) return { ...image, problem: 'not an image' };
  const data = Buffer.from(bytes).toString('base64');
  if (type === 'svg') return { ...image, type, data };
  try {
    const { default: sharp } = await import('sharp');
    const { width, height } = await sharp(bytes).metadata();
    return { ...image, type, width, height, data };
  } catch {
    return { ...image, type, problem: 'a broken image' };
  }
};

const listed = (names: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(names) || 'no platform';

/** Returns the share of an image that a platform crops. */
const getCut = ({ width, height }: { width: number; height: number }, cut: string): number => {
  const [ratio, shown] = [width / height, Number(cut)];
  return 1 - Math.min(ratio, shown) / Math.max(ratio, shown);
};

const bitmapTypes: readonly string[] = ['png', 'jpeg', 'gif', 'webp'];

const showsType = (platform: Platform, { type }: PreviewImage): boolean =>
  type !== undefined && (getTypes(platform) ?? bitmapTypes).includes(type);

const takesBytes = (platform: Platform, { bytes = 0 }: PreviewImage): boolean =>
  bytes <= (getLimit(platform) ?? Number.POSITIVE_INFINITY);

/** Returns the diagnostics of an image, for the platforms that use it; `large` are those that show it large. */
const checkImage = (
  image: PreviewImage,
  tag: string,
  users: readonly Platform[],
  large: readonly Platform[],
): PreviewDiagnostic[] => {
  const { type, bytes = 0, width, height, problem } = image;
  if (problem !== undefined)
    return [{ severity: 'error', code: 'unreadable-image', message: `${tag}: ${image.url}: ${problem}.` }];
  const found: PreviewDiagnostic[] = [];
  const onSome = (
    wrong: readonly Platform[],
    severity: PreviewDiagnostic['severity'],
    code: string,
    message: (names: string) => string,
  ): void => {
    if (wrong.length > 0)
      found.push({ severity, code, message: `${tag}: ${message(listed(wrong.map(({ name }) => name)))}` });
  };
  onSome(
    users.filter((one) => !showsType(one, image)),
    'error',
    'wrong-image-type',
    (names) => `${type?.toUpperCase()} is not shown by ${names}; PNG and JPEG are shown everywhere.`,
  );
  onSome(
    users.filter((one) => !takesBytes(one, image)),
    'error',
    'image-too-large',
    (names) => `${kilobytes(bytes)} is more than ${names} ${/ and /.test(names) ? 'take' : 'takes'}.`,
  );
  if (width === undefined || height === undefined) return found;
  const size = { width, height };
  if (width < leastSize.width || height < leastSize.height)
    found.push({
      severity: 'warning',
      code: 'image-too-small',
      message: `${tag}: ${width} x ${height} is shown small; 1200 x 630 is shown large everywhere.`,
    });
  onSome(
    large.filter(({ cut }) => cut !== undefined && getCut(size, cut) > toleratedCut),
    'warning',
    'image-cut',
    (names) =>
      `${width} x ${height} is cut to 1.91:1 by ${names}: ${Math.round(getCut(size, '1.91') * 100)} % of it is not shown. 1200 x 630 is shown whole.`,
  );
  return found;
};

/** The most severe first. */
const severities: readonly PreviewDiagnostic['severity'][] = ['error', 'warning', 'note'];

const quoted = (value: string): string => JSON.stringify(value.slice(0, 200));

/** Returns the first value of the first of these tags that the page has. */
type FirstOf = (...names: readonly string[]) => string | undefined;

const checkTexts = (first: FirstOf, documentTitle: string | undefined): PreviewDiagnostic[] => {
  const found: PreviewDiagnostic[] = [];
  if (first('og:title') === undefined)
    found.push(
      documentTitle === undefined
        ? { severity: 'error', code: 'no-title', message: 'The page has no og:title and no title.' }
        : {
            severity: 'warning',
            code: 'missing-tag',
            message: 'og:title is missing: the text of <title> is shown, often with the name of the site.',
          },
    );
  if (first('og:description', 'description') === undefined)
    found.push({
      severity: 'warning',
      code: 'missing-tag',
      message: 'og:description is missing: platforms show no text, or any of the page.',
    });
  return found;
};

const cardTypes: readonly string[] = ['summary', 'summary_large_image', 'player', 'app'];

const checkImageTags = (first: FirstOf, ogImages: readonly string[], headEndedBy?: string): PreviewDiagnostic[] => {
  const found: PreviewDiagnostic[] = [];
  const add = (severity: PreviewDiagnostic['severity'], code: string, message: string): void =>
    void found.push({ severity, code, message });
  const who = first('twitter:image') ? 'only some platforms show an image' : 'no platform shows an image';
  const ended =
    headEndedBy === undefined
      ? ''
      : ` The head ends at <${headEndedBy}>, which cannot stand in it; tags behind it were not read.`;
  if (ogImages.length === 0) add('error', 'missing-tag', `og:image is missing: ${who}.${ended}`);
  if (ogImages.length > 1)
    add(
      'warning',
      'several-images',
      `og:image stands ${ogImages.length} times: most platforms show the first one only.`,
    );
  const card = first('twitter:card');
  if (card === undefined)
    add('warning', 'missing-tag', 'twitter:card is missing: X shows a small square. Set it to summary_large_image.');
  else if (!cardTypes.includes(card))
    add('warning', 'wrong-card', `twitter:card: expected "summary_large_image" or "summary", got ${quoted(card)}.`);
  if (ogImages.length > 0 && first('og:image:alt', 'twitter:image:alt') === undefined)
    add('note', 'missing-alt', 'og:image:alt is missing: it describes the image to people who do not see it.');
  return found;
};

interface ImageTag {
  readonly tag: 'og:image' | 'twitter:image';
  readonly value: string;
}

/** Platforms that use `twitter:image` if there is no `og:image`. */
const readTwitter: readonly string[] = ['X', 'Slack', 'Discord'];

const chooseImage = ({ name }: Platform, og: ImageTag | undefined, twitter: ImageTag | undefined) => {
  if (name === 'X') return twitter ?? og;
  return og ?? (readTwitter.includes(name) ? twitter : undefined);
};

const checkAddress = ({ tag, value }: ImageTag, image: URL | null, isLocalPage: boolean): PreviewDiagnostic[] => {
  if (!image || !/^https?:$/.test(image.protocol))
    return [
      {
        severity: 'error',
        code: 'unreadable-image',
        message: `${tag}: expected an address that begins with https:, got ${quoted(value)}.`,
      },
    ];
  if (!URL.canParse(value))
    return [
      {
        severity: 'error',
        code: 'relative-url',
        message: `${tag}: ${quoted(value)} is relative: some platforms show no image. Write the whole address.`,
      },
    ];
  if (isLoopback(image) && !isLocalPage)
    return [
      {
        severity: 'error',
        code: 'unreadable-image',
        message: `${tag}: ${image.href} is an address of one machine: no platform can reach it.`,
      },
    ];
  if (image.protocol === 'http:' && !isLoopback(image))
    return [
      {
        severity: 'warning',
        code: 'http-image',
        message: `${tag}: ${image.href} is not https: some platforms do not show it.`,
      },
    ];
  return [];
};

const checkSize = (first: FirstOf, { width, height }: PreviewImage): PreviewDiagnostic[] => {
  const [statedWidth, statedHeight] = [Number(first('og:image:width')), Number(first('og:image:height'))];
  if (!width || !statedWidth || !statedHeight || (statedWidth === width && statedHeight === height)) return [];
  const message = `og:image:width and og:image:height say ${statedWidth} x ${statedHeight}; the image is ${width} x ${height}.`;
  return [{ severity: 'warning', code: 'wrong-size', message }];
};

/** X shows a small square beside the text unless the page requests a large image. */
const getLayout = ({ name }: Platform, first: FirstOf): 'large' | 'small' =>
  name !== 'X' || /^(?:summary_large_image|player)$/.test(first('twitter:card') ?? '') ? 'large' : 'small';

const fetchPage = async (address: URL, fetch: FetchAsCrawler) => {
  const isLocal = isLoopback(address);
  const page = await fetch(address.href, { accept: 'text/html', mostBytes: pageBytes, isCut: true, isLocal });
  if (!page.ok) throw new Refusal(502, 'PAGE_NOT_READ', `${address.href} could not be read: ${page.reason}.`);
  if (!/^(?:text\/html|application\/xhtml\+xml)\b/i.test(page.contentType))
    throw new Refusal(502, 'PAGE_NOT_READ', `${address.href} is no HTML page.`);
  const url = new URL(page.url);
  return { ...readPageTags(decodePage(page.bytes, page.contentType)), url, isLocal: isLocal && isLoopback(url) };
};

/**
 * Fetches a page and its images like crawlers do. Returns how each platform displays it, and diagnostics. Only a page
 * of this machine may reference images of this machine.
 *
 * @throws Refusal for an invalid URL, and a page that cannot be read
 */
export const previewPage = async (typed: string, fetch: FetchAsCrawler): Promise<PagePreview> => {
  const { url, isLocal, title: documentTitle, tags, headEndedBy } = await fetchPage(readPageAddress(typed), fetch);
  const first: FirstOf = (...names) => names.map((name) => tags.get(name)?.[0]).find((value) => value !== undefined);
  const ogImages = tags.get('og:image') ?? tags.get('og:image:url') ?? tags.get('og:image:secure_url') ?? [];
  const toTag = (tag: ImageTag['tag'], value: string | undefined) => (value === undefined ? undefined : { tag, value });
  const og = toTag('og:image', ogImages[0]);
  const twitter = toTag('twitter:image', first('twitter:image', 'twitter:image:src'));

  const diagnostics = [...checkTexts(first, documentTitle), ...checkImageTags(first, ogImages, headEndedBy)];
  const images = new Map<string, PreviewImage>();
  for (const tag of new Set(platforms.flatMap((platform) => chooseImage(platform, og, twitter) ?? []))) {
    const image = URL.parse(tag.value, url.href);
    const wrong = checkAddress(tag, image, isLocal);
    diagnostics.push(...wrong);
    if (!image || wrong.some(({ code }) => code === 'unreadable-image')) continue;
    const read = images.get(tag.value) ?? (await readImage(image, isLocal, fetch));
    images.set(tag.value, read);
    const users = platforms.filter((platform) => chooseImage(platform, og, twitter) === tag);
    const cutting = users.filter((platform) => getLayout(platform, first) === 'large');
    diagnostics.push(...checkImage(read, tag.tag, users, cutting), ...(tag === og ? checkSize(first, read) : []));
  }

  const preview = (platform: Platform): PlatformPreview => {
    const isX = platform.name === 'X';
    const image = images.get(chooseImage(platform, og, twitter)?.value ?? '');
    const isShown = image !== undefined && !image.problem && showsType(platform, image) && takesBytes(platform, image);
    const own = isX ? { title: first('twitter:title'), description: first('twitter:description') } : {};
    return {
      name: platform.name,
      layout: isShown ? getLayout(platform, first) : 'text',
      title: own.title ?? first('og:title') ?? documentTitle ?? url.hostname,
      description: own.description ?? first('og:description', 'description') ?? '',
      ...(isShown && { image: image.url }),
    };
  };
  return {
    url: url.href,
    site: url.hostname.replace(/^www\./, ''),
    platforms: platforms.map(preview),
    images: [...images.values()],
    diagnostics: diagnostics.sort(
      (one, other) => severities.indexOf(one.severity) - severities.indexOf(other.severity),
    ),
  };
};
