import { kilobytes } from 'image-url-studio/page/image/kilobytes.ts';
import type { PagePreview, PlatformPreview } from 'image-url-studio/preview/page-preview.ts';
import { previewPage } from 'image-url-studio/preview/preview-page.ts';
import { Refusal } from 'image-url-studio/templates/template-source.ts';
import type { Answer, Context } from '../context.ts';
import { counted } from '../diagnostics.ts';
import { exitCodes, Failure } from '../failure.ts';
import { plain, table } from '../output.ts';
import { fetchAsCrawler } from '../requests.ts';

const colours = { error: 'red', warning: 'yellow', note: 'dim' } as const;

const read = async (url: string): Promise<PagePreview> => {
  try {
    return await previewPage(url, fetchAsCrawler);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const exitCode = error.status === 400 ? exitCodes.wrongUse : exitCodes.service;
    throw new Failure(error.code, error.message, exitCode);
  }
};

const describeImage = ({ images }: PagePreview, { layout, image }: PlatformPreview): string => {
  const { type = '', width, height, bytes = 0 } = images.find(({ url }) => url === image) ?? {};
  if (layout === 'text') return 'no image';
  return `${layout} image${width ? ` ${width} x ${height}` : ''}, ${type.toUpperCase()}, ${kilobytes(bytes)}`;
};

const shortened = (text: string): string => (text.length > 70 ? `${text.slice(0, 69)}…` : text);

/** `image-url preview`: prints how each platform displays a page, from the page's tags, and the errors in them. */
export const preview = async ({ output }: Context, url: string): Promise<Answer> => {
  const page = await read(url);
  const { platforms, images, diagnostics } = page;
  const among = (wanted: string) => diagnostics.filter(({ severity }) => severity === wanted).length;
  const [errors, warnings] = [among('error'), among('warning')];
  const ok = errors + warnings === 0;
  const lines = [
    output.style('bold', plain(page.url)),
    table(platforms.map((one) => [one.name, describeImage(page, one), shortened(one.title)])),
    ...diagnostics.map(
      ({ severity, code, message }) =>
        `${output.style(colours[severity], severity)}: ${plain(message)} ${output.style('dim', `(${code})`)}`,
    ),
    `${counted(errors, 'error')}, ${counted(warnings, 'warning')}`,
  ];
  return {
    json: { ok, ...page, images: images.map(({ data: _, ...image }) => image) },
    text: lines.join('\n'),
    exitCode: ok ? 0 : 1,
  };
};
