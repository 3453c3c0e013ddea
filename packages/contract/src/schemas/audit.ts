import * as z from 'zod';
import { errorCode } from '../error-code.ts';
import { limits } from '../limits.ts';
import { moment, requestWarnings } from './render.ts';

const rangeText = (field: string) =>
  errorCode('INVALID_QUERY', `${field} must be a day (2026-11-30) or a moment in ISO 8601, with its offset.`);

/** A day or a moment of a query. */
const dayOrMoment = (field: string) =>
  z
    .union([z.iso.date(), z.iso.datetime({ offset: true })], rangeText(field))
    .meta({ description: 'A day in UTC, or a moment in ISO 8601 with its offset.' });

const limitText = errorCode('INVALID_QUERY', `limit must be a whole number from 1 to ${limits.auditEntries}.`);

/** `limit` of a list in a query. */
export const listLimit = (most: number, usual: number, wrong: ReturnType<typeof errorCode>) =>
  z
    .string(wrong)
    .regex(/^[1-9]\d{0,3}$/, wrong)
    .refine((text) => Number(text) <= most, wrong)
    .default(String(usual))
    .transform(Number);

export const listAuditQuery = z.object({
  from: dayOrMoment('from').optional(),
  to: dayOrMoment('to').optional(),
  limit: listLimit(limits.auditEntries, 100, limitText).meta({ description: `At most ${limits.auditEntries}.` }),
});

const auditEntry = z
  .object({
    at: moment,
    by: z.enum(['key', 'operator']).meta({ description: 'A request with an API key, or the operator of the service.' }),
    keyId: z.string().optional().meta({ description: 'The API key; absent for the operator.' }),
    action: z
      .string()
      .meta({ description: 'The operation: `createKey`, or the command of the operator: `account set`.' }),
    subject: z.string().meta({ description: 'Id of what was changed.' }),
    outcome: z.enum(['done', 'refused', 'unknown']).meta({
      description:
        '`refused`: nothing was changed. `unknown`: it is being made, or ended in the middle; look at what `subject` names.',
    }),
    changes: z
      .record(z.string(), z.string())
      .optional()
      .meta({ description: 'What a command of the operator set; absent if it set no field.' }),
  })
  .meta({ id: 'AuditEntry' });

export const listAuditResponse = z
  .object({
    from: moment,
    to: moment.meta({ description: 'The end of the range, which is not part of it.' }),
    entries: z.array(auditEntry),
    hasMore: z
      .boolean()
      .meta({ description: 'Whether there are earlier entries in the range; ask again with `to` = `at` of the last.' }),
    warnings: requestWarnings,
  })
  .meta({ id: 'ListAuditResponse', description: 'The latest entry first.' });
