import { prototypeKeys, variableName, variableNameText } from 'image-url-engine/values.ts';
import * as z from 'zod';
import { errorCode } from '../error-code.ts';
import { limits } from '../limits.ts';
import { isPathGlob } from '../page-globs.ts';
import { expiresAt, inheritedMints } from './key.ts';
import { filled, isNotEmpty, moment, requestWarnings, unitLimit, versionNumber, whole } from './render.ts';

const originText = errorCode(
  'INVALID_BODY',
  'origin must be an https origin without a port or path, like https://example.com.',
);
const mapText = errorCode(
  'INVALID_BODY',
  `map must be an object with at most ${limits.variables} entries: names of variables, each with the name of a field of the page.`,
);
const { min, max } = limits.siteRefreshSeconds;
const refreshText = errorCode('INVALID_BODY', `refreshSeconds must be a whole number from ${min} to ${max}.`);

/**
 * Returns the origin of a text that is nothing else, with or without a slash at its end; otherwise undefined. A host that
 * ends with a dot is the same host.
 */
const readOrigin = (given: string): string | undefined => {
  const text = given.replace(/\.(?=(:\d+)?\/?$)/, '');
  const url = URL.parse(text);
  if (!url || url.host.length > 253 || ![url.origin, `${url.origin}/`].includes(text.toLowerCase())) return undefined;
  // a port is for pages of the same machine, in the local run
  const isLocal = url.protocol === 'http:' && ['localhost', '127.0.0.1'].includes(url.hostname) && url.port !== '';
  return isLocal || (url.protocol === 'https:' && url.port === '') ? url.origin : undefined;
};
const fieldForm = /^[A-Za-z][\w:.-]{0,99}$/;

const origin = z
  .string(originText)
  .refine((text) => readOrigin(text) !== undefined, { ...originText, abort: true })
  .overwrite((text) => readOrigin(text) ?? text)
  .meta({ description: 'Where its pages are.' });
const pathsText = errorCode(
  'INVALID_BODY',
  `paths must be 1 to ${limits.sitePaths} globs of paths, like /blog/** or /docs/*, at most ${limits.sitePathGlobCharacters} characters each; ** is a whole segment.`,
);
const pathText = errorCode('INVALID_BODY', 'path must be the path of a page, like /blog/first, without a query.');
const templateId = filled(errorCode('MISSING_TEMPLATE_ID'));
const settings = {
  version: versionNumber
    .nullable()
    .meta({ description: 'Shows this version of the template; null: the one that is current when a page is read.' }),
  map: z
    .record(z.string(), z.string(mapText).regex(fieldForm, mapText), mapText)
    .refine((map) => Object.keys(map).length <= limits.variables, mapText)
    .refine(
      (map) => Object.keys(map).every((name) => variableName.test(name) && !prototypeKeys.has(name)),
      errorCode('INVALID_BODY', `map: ${variableNameText}`),
    )
    .meta({ description: 'Fields of the page by variable, in place of the default ones.' }),
  refreshSeconds: whole(min, max, refreshText).meta({
    description: 'How long an image is shown before its page is read again.',
  }),
  dailyRenders: unitLimit('dailyRenders').nullable().meta({
    description:
      'Images that may be rendered for the first time on a UTC day; null: no limit of its own. Default: a tenth of the month of the plan, 1,000 for an unlimited one.',
  }),
  paths: z
    .array(z.string(pathsText).refine(isPathGlob, pathsText), pathsText)
    .min(1, pathsText)
    .max(limits.sitePaths, pathsText)
    .nullable()
    .meta({
      description: 'Globs of the paths whose pages may have images; null: all. Others are 404 without a fetch.',
    }),
};

const endsAt = expiresAt.nullable().meta({
  description:
    'From then on no page is read and no image is rendered for the first time; null: as late as the API key allows.',
});

const optionalSettings = z.object({ ...settings, expiresAt: endsAt }).partial().shape;

export const createSiteRequest = z
  .object({ origin, templateId, ...optionalSettings }, errorCode('INVALID_BODY'))
  .meta({ id: 'CreateSiteRequest' });

export const updateSiteRequest = z
  .object({ templateId: templateId.optional(), ...optionalSettings }, errorCode('INVALID_BODY'))
  .refine(
    isNotEmpty,
    errorCode(
      'INVALID_BODY',
      'Send at least one of templateId, version, map, refreshSeconds, dailyRenders, paths and expiresAt.',
    ),
  )
  .meta({ id: 'UpdateSiteRequest' });

const site = z
  .object({
    siteId: z.string().meta({ description: 'The first segment of its image URLs.' }),
    origin,
    templateId,
    ...settings,
    monthlyMints: inheritedMints,
    expiresAt: moment.nullable(),
    createdAt: moment,
    updatedAt: moment,
  })
  .meta({ id: 'Site' });

export const siteResponse = z
  .object({ siteId: z.string(), site, warnings: requestWarnings })
  .meta({ id: 'SiteResponse' });
export const listSitesResponse = z
  .object({ sites: z.array(site) })
  .meta({ id: 'ListSitesResponse', description: 'Newest first.' });
export const deleteSiteResponse = z.object({ siteId: z.string() }).meta({ id: 'DeleteSiteResponse' });
export const refreshSiteRequest = z
  .object(
    {
      path: z
        .string(pathText)
        .max(limits.sitePathCharacters, pathText)
        .regex(/^\/[^?#]*$/, pathText)
        .meta({ description: 'The path of the page, percent-encoded as in its URL.' }),
    },
    errorCode('INVALID_BODY'),
  )
  .meta({ id: 'RefreshSiteRequest' });
export const refreshSiteResponse = z
  .object({ siteId: z.string(), path: z.string(), warnings: requestWarnings })
  .meta({ id: 'RefreshSiteResponse' });
export const sitePath = z.object({ siteId: filled(errorCode('SITE_NOT_FOUND')) });
/** Segments of a site image's URL, parsed by `packages/contract/src/sites/site-path.ts`. */
export const siteImagePath = z.object({
  siteId: z.string(errorCode('SITE_NOT_FOUND')).meta({ description: 'The site.' }),
  page: z
    .string(errorCode('SITE_NOT_FOUND'))
    .meta({ description: 'The path of the page, and the format: `blog/first.jpg`; `index.jpg` for the home page.' }),
});
