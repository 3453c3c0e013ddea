import { keyScopes } from 'image-url-contract/scopes.ts';
import * as z from 'zod';
import type { ImageUrlsApiKeyOptions, ImageUrlsTemplatesOptions } from '../declared/image-urls-declared.ts';
import type { ImageUrlsEdgeAlarmsOptions } from './image-urls-resources.ts';
import { topic } from './setting-values.ts';
import { email } from './settings.ts';

/* Options of the construct's methods. Types find a wrong name or value in TypeScript, these in JavaScript too. */

type Schemas<Options> = { readonly [Name in keyof Required<Options>]: z.ZodType };

const text = z.string().optional();

/** What is declared further is checked by `packages/contract/src/custom-resources.ts`. */
export const apiKeyOptions = {
  name: text,
  scopes: z.array(z.enum(keyScopes)).optional(),
  templateIds: z.array(z.string()).optional(),
  monthlyMints: z.number().optional(),
  accountId: text,
} as const satisfies Schemas<ImageUrlsApiKeyOptions>;

export const templatesOptions = {
  cwd: text,
  root: text,
  id: text,
  removalPolicy: text,
  accountId: text,
} as const satisfies Schemas<ImageUrlsTemplatesOptions>;

export const edgeAlarmsOptions = {
  alarmTopic: topic.optional(),
  alarmEmail: email.optional(),
} as const satisfies Schemas<ImageUrlsEdgeAlarmsOptions>;
