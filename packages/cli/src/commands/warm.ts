import { isLoopback } from 'image-url-engine/trees.ts';
import { atOnce } from '../at-once.ts';
import { findProject } from '../config.ts';
import type { Answer, Context } from '../context.ts';
import { counted } from '../diagnostics.ts';
import { exitCodes, Failure, wrongUse } from '../failure.ts';
import { getImageHost } from '../image-host.ts';
import { readPageImages, readSitemap } from '../page-images.ts';
import { givenPath } from '../paths.ts';
import { readNamed } from '../project-files.ts';
import { fetchWeb, type WebAnswer } from '../requests.ts';

export interface WarmOptions {
  readonly concurrency: number;
  readonly imageHost?: string;
}

const page = { accept: 'text/html', mostBytes: 512 << 10, deadlineMs: 15_000, redirects: 3, isCut: true } as const;
const sitemap = { accept: 'application/xml, text/xml', mostBytes: 50 << 20, deadlineMs: 60_000, redirects: 3 } as const;
// an image of another size is rendered during the request
const image = { accept: 'image/*', mostBytes: 20 << 20, deadlineMs: 60_000, redirects: 0 } as const;
/** Maximum number of pages in all sitemaps. */
const mostPages = 50_000;
const mostConcurrency = 16;

/** Allowed origins of pages. Those of a fetched sitemap must have its origin, as the sitemap protocol requires. */
interface Reach {
  readonly origins: readonly string[] | undefined;
  readonly loopbackPort: number | undefined;
}

const parse = (address: string): URL | undefined => (URL.canParse(address) ? new URL(address) : undefined);

const getPort = ({ port, protocol }: URL): number => Number(port || (protocol === 'https:' ? 443 : 80));

const createFailure = (what: string): Failure => wrongUse('INVALID_SITEMAP', what);

const fetchSitemap = async (address: string, reach: Reach): Promise<WebAnswer> => {
  const answer = await fetchWeb(address, { ...sitemap, loopbackPort: reach.loopbackPort });
  const problem = 'problem' in answer ? answer.problem : answer.status === 200 ? undefined : `HTTP ${answer.status}`;
  if ('problem' in answer || problem !== undefined)
    throw new Failure('UNREACHABLE', `The sitemap ${address} cannot be read: ${problem}.`, exitCodes.service);
  return answer;
};

/** Reads the given sitemap. Returns it with the allowed origins of its pages. */
const openSitemap = async (context: Context, given: string): Promise<{ bytes: Buffer; reach: Reach }> => {
  const url = /^[a-z]+:\/\//i.test(given) ? parse(given) : undefined;
  if (!url) {
    const root = findProject(context)?.root ?? context.cwd;
    const bytes = await readNamed(root, givenPath(context.cwd, given), ['.xml']);
    if (!bytes) throw wrongUse('NO_SUCH_FILE', `There is no file ${given}.`);
    return { bytes, reach: { origins: undefined, loopbackPort: undefined } };
  }
  const isLocal = url.protocol === 'http:' && isLoopback(url);
  if (url.protocol !== 'https:' && !isLocal)
    throw createFailure(`${given} is not an address that begins with https://; http is for this machine only.`);
  const loopbackPort = isLocal ? getPort(url) : undefined;
  const { bytes, url: last } = await fetchSitemap(url.href, { origins: undefined, loopbackPort });
  return { bytes, reach: { origins: [url.origin, last.origin], loopbackPort } };
};

const isInReach = (address: string, { origins }: Reach): boolean => {
  const url = parse(address);
  return url !== undefined && (origins === undefined || origins.includes(url.origin));
};

const readPages = async (context: Context, given: string): Promise<{ pages: string[]; reach: Reach }> => {
  const { bytes, reach } = await openSitemap(context, given);
  const read = (from: string, xml: Buffer) => {
    if (xml[0] === 0x1f && xml[1] === 0x8b) throw createFailure(`${from} is compressed: unpack it first.`);
    return readSitemap(xml.toString('utf8'));
  };
  const first = read(given, bytes);
  if (first.addresses.length === 0) throw createFailure(`${given} is not a sitemap: it has no <loc>.`);
  let pages = first.isIndex ? [] : first.addresses;
  for (const address of first.isIndex ? first.addresses : []) {
    if (!isInReach(address, reach)) throw createFailure(`${given} names a sitemap of another site: ${address}`);
    pages = [...new Set([...pages, ...read(address, (await fetchSitemap(address, reach)).bytes).addresses])];
    if (pages.length > mostPages) break;
  }
  if (pages.length > mostPages) throw createFailure(`${given} names more than ${mostPages} pages.`);
  return { pages, reach };
};

interface Outcome {
  readonly status: 'warmed' | 'failed' | 'skipped';
  readonly reason?: string;
}

/** Requests an image. Several pages may reference the same one. */
const requestImage = async (url: URL): Promise<Outcome> => {
  const loopbackPort = isLoopback(url) ? getPort(url) : undefined;
  const answer = await fetchWeb(url.href, { ...image, loopbackPort });
  if ('problem' in answer) return { status: 'failed', reason: answer.problem };
  const { status, headers, bytes } = answer;
  if (status !== 200) {
    const errorCode = /"code":"([A-Z_]{1,60})"/.exec(bytes.subarray(0, 4_096).toString('utf8'))?.[1];
    return { status: 'failed', reason: `HTTP ${status}${errorCode === undefined ? '' : ` ${errorCode}`}` };
  }
  if (!String(headers['content-type']).startsWith('image/')) return { status: 'failed', reason: 'not an image' };
  const warning = headers['x-image-warning'];
  if (warning === undefined) return { status: 'warmed' };
  // another image than the page's author wants
  const isWrong = /(?:^|; )(?:variables|fallback):/.test(String(warning));
  return { status: isWrong ? 'failed' : 'warmed', reason: `warning: ${warning}` };
};

/** `image-url warm`: requests the image of each page of a sitemap like a link previewer. */
export const warm = async (
  context: Context,
  given: string,
  { concurrency, imageHost }: WarmOptions,
): Promise<Answer> => {
  if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > mostConcurrency)
    throw wrongUse('WRONG_USE', `--concurrency: expected a whole number from 1 to ${mostConcurrency}.`);
  const host = getImageHost(context, imageHost);
  const { pages, reach } = await readPages(context, given);
  // requests to an image host on this machine require a site on this machine, which a person has given
  if (isLoopback(new URL(host)) && reach.loopbackPort === undefined)
    throw wrongUse(
      'INVALID_IMAGE_URL',
      `The image host ${host} is of this machine: give a sitemap of this machine too.`,
    );
  const isOfHost = ({ href }: URL): boolean => [`${host}/v1/i/`, `${host}/v1/image?`].some((at) => href.startsWith(at));

  const requested = new Map<string, Promise<Outcome>>();
  const warmPage = async (address: string): Promise<Outcome & { image?: string }> => {
    if (!isInReach(address, reach)) return { status: 'failed', reason: 'it is not a page of this site' };
    const answer = await fetchWeb(address, { ...page, loopbackPort: reach.loopbackPort });
    if ('problem' in answer) return { status: 'failed', reason: answer.problem };
    if (answer.status !== 200) return { status: 'failed', reason: `HTTP ${answer.status}` };
    const named = readPageImages(answer.bytes.toString('utf8'));
    if (named.length === 0) return { status: 'skipped', reason: 'it names no og:image or twitter:image' };
    const urls = named.map((one) => URL.parse(one, answer.url.href)).filter((url) => url !== null);
    const [url] = urls.filter(isOfHost);
    if (!url) return { status: 'skipped', reason: 'its image is of another host' };
    const { href } = url;
    const requesting = requested.get(href) ?? requestImage(url);
    requested.set(href, requesting);
    return { image: href, ...(await requesting) };
  };

  const progress = context.output.progress(pages.length);
  const results = await atOnce(concurrency, pages, async (address) => {
    const outcome = await warmPage(address);
    progress.step(address);
    return { page: address, ...outcome };
  });
  progress.end();
  const count = (status: Outcome['status']) => results.filter((one) => one.status === status).length;
  const [warmed, failed, skipped] = [count('warmed'), count('failed'), count('skipped')];
  const lines = results.flatMap(({ page: address, status, reason }) =>
    reason === undefined ? [] : [`${address}: ${status}: ${reason}`],
  );
  const summary = `${counted(warmed, 'page')} warmed, ${failed} failed, ${skipped} skipped`;
  return {
    json: { pages: results, images: requested.size, warmed, failed, skipped },
    text: [...lines, summary].join('\n'),
    // only skipped pages: the image host is probably wrong
    exitCode: failed > 0 || warmed === 0 ? 1 : 0,
  };
};
