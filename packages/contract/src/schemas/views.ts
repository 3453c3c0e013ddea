import * as z from 'zod';
import { errorCode } from '../error-code.ts';
import { limits } from '../limits.ts';
import { listLimit } from './audit.ts';
import { filled, moment, requestWarnings } from './render.ts';

/** What views are counted by, as a stage sets it. */
export const viewsSettings = ['off', 'templates', 'images'] as const;

/** Who fetched an image, as it calls itself. */
export const platforms = [
  'linkedin',
  'slack',
  'x',
  'whatsapp',
  'facebook',
  'discord',
  'telegram',
  'google',
  'browser',
  'other',
] as const;
export type Platform = (typeof platforms)[number];

/** What views are added up by. */
const viewsBy = ['day', 'template', 'platform', 'image'] as const;

const dayText = (field: string) => errorCode('INVALID_QUERY', `${field} must be a day: 2026-11-30.`);
const day = (field: string) => z.iso.date(dayText(field)).meta({ description: 'A day in UTC, which is included.' });
const byText = errorCode('INVALID_QUERY', `by must be ${viewsBy.slice(0, -1).join(', ')} or ${viewsBy.at(-1)}.`);
const limitText = errorCode('INVALID_QUERY', `limit must be a whole number from 1 to ${limits.listedViews}.`);
const idText = errorCode('INVALID_QUERY', 'templateId must be the id of a template.');

export const getViewsQuery = z.object({
  from: day('from').optional(),
  to: day('to').optional(),
  by: z.enum(viewsBy, byText).default('day'),
  templateId: filled(idText).optional().meta({ description: 'Only views of this template.' }),
  limit: listLimit(limits.listedViews, limits.listedViews, limitText).meta({
    description: `Rows, those with the highest counts; at most ${limits.listedViews}. Days are all listed.`,
  }),
});

const row = z
  .object({
    day: z.iso.date().optional().meta({ description: 'With `by=day`: every day of the range.' }),
    templateId: z
      .string()
      .optional()
      .meta({ description: 'With `by=template` and `by=image`; empty for images of a deleted site.' }),
    platform: z.enum(platforms).optional().meta({ description: 'With `by=platform`.' }),
    url: z.url().optional().meta({ description: 'With `by=image`.' }),
    others: z
      .literal(true)
      .optional()
      .meta({ description: 'With `by=image`: the last row counts all images that have none of their own.' }),
    count: z.int(),
  })
  .meta({ id: 'Views' });

export const getViewsResponse = z
  .object({
    from: z.iso.date(),
    to: z.iso.date(),
    by: z.enum(viewsBy),
    views: z.array(row).meta({ description: 'The highest count first; days in their order.' }),
    total: z.int().meta({ description: 'Of all rows, also of those that `limit` leaves out.' }),
    until: moment
      .nullable()
      .meta({ description: 'Until when the logs are usually complete; null before the first log was read.' }),
    warnings: requestWarnings,
  })
  .meta({
    id: 'ViewsResponse',
    description: 'Successful fetches of images, not people: a link previewer shows one fetch to many.',
  });
