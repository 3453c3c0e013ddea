import { keyScopes } from 'image-url-contract/scopes.ts';
import * as z from 'zod';
import { accountStatuses } from '../../lambdas/domain/quota/subscription.ts';
import { measures } from '../bills.ts';
import { withoutControlCharacters } from '../control-characters.ts';

const moment = z.iso
  .datetime({ offset: true })
  .or(z.iso.date())
  .transform((iso) => new Date(iso));
const count = z
  .string()
  .regex(/^\d{1,15}$/, 'must be a whole number')
  .transform(Number);
/** A text of an account; empty to remove it. */
const text = z
  .string()
  .max(500, 'has at most 500 characters')
  .regex(withoutControlCharacters, 'is one line without control characters');

/** Options of the commands, without those of the program. */
export const commandFlags = {
  plan: z.string(),
  status: z.enum(accountStatuses),
  anchor: moment,
  'period-end': moment,
  'mints-used': count,
  'ai-used': count,
  'ai-failed': count,
  account: z.string(),
  name: text,
  contact: text,
  note: text,
  scope: z.array(z.enum(keyScopes)),
  now: moment,
  from: z.string(),
  to: z.string(),
  month: z.string(),
  by: z.enum(measures),
  limit: count,
  format: z.enum(['csv', 'json']),
  all: z.boolean(),
  new: z.boolean(),
  yes: z.boolean(),
  erase: z.boolean(),
} as const;
export type FlagName = keyof typeof commandFlags;

/** How an option is written in the list of commands. */
export const flagForms: Readonly<Record<FlagName, string>> = {
  plan: '--plan PLAN',
  status: '--status STATUS',
  anchor: '--anchor ISO',
  'period-end': '--period-end ISO',
  'mints-used': '--mints-used N',
  'ai-used': '--ai-used N',
  'ai-failed': '--ai-failed N',
  account: '--account ID',
  name: '--name NAME',
  contact: '--contact TEXT',
  note: '--note TEXT',
  scope: '--scope SCOPE',
  now: '--now ISO',
  from: '--from ISO',
  to: '--to ISO',
  month: '--month 2026-10',
  by: `--by ${measures.join('|')}`,
  limit: '--limit N',
  format: '--format csv|json',
  all: '--all',
  new: '--new',
  yes: '--yes',
  erase: '--erase',
};

export type Flags = { readonly [F in FlagName]?: z.output<(typeof commandFlags)[F]> | undefined };
