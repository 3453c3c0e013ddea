import { createHash } from 'node:crypto';
import { platforms } from 'image-url-contract/schemas/views.ts';
import * as z from 'zod';
import { isoDate, recordsOf } from './record.ts';

/** Days for which counts are stored. */
export const viewDays = 400;
/** Days for which it is known that a log file was counted; longer than any queue announces it. */
export const countedFileDays = 30;

/** Fetches of a template on a day, by platform. */
export interface TemplateViews {
  readonly kind: 'template';
  readonly accountId: string;
  readonly day: string;
  readonly subject: string;
  readonly counts: Readonly<Record<string, number>>;
}

/** Fetches of one image on a day. */
export interface ImageViews {
  readonly kind: 'image';
  readonly accountId: string;
  readonly day: string;
  readonly subject: string;
  readonly signed: { readonly query: string; readonly keyId: string };
  readonly count: number;
}

/** A row that one write counts. */
export type ViewRow = TemplateViews | ImageViews;

/** Sort keys begin with the kind; those of counts then have the day. */
export const viewPrefixes = { template: 't', image: 'i', imageCount: 'n', erased: 'e' } as const;

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);

/** Returns the key of a row; two rows of one key are one row. */
export const getViewKey = (row: ViewRow) => ({
  accountId: row.accountId,
  part:
    row.kind === 'image'
      ? `${viewPrefixes.image} ${row.day} ${hash(`${row.subject} ${row.signed.keyId} ${row.signed.query}`)}`
      : `${viewPrefixes.template} ${row.day} ${row.subject}`,
});

/** Returns the key of the number of images that have a row of an account and day: at most `limits.viewedImages`. */
export const getImageCountKey = ({ accountId, day }: Pick<ImageViews, 'accountId' | 'day'>) => ({
  accountId,
  part: `${viewPrefixes.imageCount} ${day}`,
});
export const storedImageCount = z.looseObject({ rows: z.int().default(0) });

/** Days for which logs of an erased image may come. */
export const erasedImageDays = 8;

/** An image whose views were erased: until that moment it has no row of its own. */
export const erasedImages = recordsOf(
  ({ accountId, name }: { readonly accountId: string; readonly name: string }) => ({
    accountId,
    part: `${viewPrefixes.erased} ${hash(name)}`,
  }),
  { erasedAt: isoDate },
);

/** Key of the row that says that a part of a log file was counted. No account id contains a space. */
export const getFileKey = (file: string, part: string) => ({ accountId: `log file ${hash(file)}`, part });

/** Key of the row with the time of the latest request in any log. */
export const latestLogKey = { accountId: 'the service', part: 'latest' } as const;
export const latestLog = z.object({ at: z.iso.datetime() });

const storedCounts = z.looseObject({ part: z.string() });
const countOf = z.int().default(0);

/** Returns a template's row as stored. */
export const readTemplateViews = (item: unknown) => {
  const { part, ...attributes } = storedCounts.parse(item);
  const [, day = '', ...subject] = part.split(' ');
  const counts = platforms.map((platform) => [platform, countOf.parse(attributes[platform])] as const);
  return { day, subject: subject.join(' '), counts };
};

export const storedImageViews = z.object({
  subject: z.string(),
  signed: z.object({ query: z.string(), keyId: z.string() }),
  views: z.int(),
});
