import { readFile } from 'node:fs/promises';
import { limits } from 'image-url-contract/limits.ts';
import {
  authErrors,
  getScopes,
  idempotencyErrors,
  type Route,
  type RouteId,
  routes,
  scopeErrors,
} from 'image-url-contract/routes.ts';
import * as z from 'zod';
import { plans } from '../../lambdas/domain/quota/plans.ts';
import { fillMarks } from './marks.ts';

const file = 'docs/interface.md';
const allRoutes = Object.entries(routes) as [RouteId, Route][];
const number = (value: number): string => value.toLocaleString('en');
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map((_, n) => (n === 0 ? '---' : '---:')), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** What requests of many routes fail with, explained once in a section. */
const sharedErrors: readonly (readonly [section: string, codes: readonly string[]])[] = [
  ['[authentication](#authentication)', [...authErrors, ...scopeErrors]],
  ['[sending again](#sending-a-request-again)', idempotencyErrors],
];

const listErrors = (errors: Route['errors']): string => {
  const shared = sharedErrors.filter(([, codes]) => errors.some((code) => codes.includes(code)));
  const own = errors.filter((code) => !shared.some(([, codes]) => codes.includes(code)));
  return [...shared.map(([section]) => section), ...own.map((code) => `\`${code}\``)].join(', ');
};

const routeText = (id: string): string => {
  const route: Route | undefined = routes[id as RouteId];
  if (!route) throw new Error(`${file} has marks of a route that is not there: ${id}.`);
  const { ok, bodyBytes, errors } = route;
  const scopes = getScopes(route).map((scope) => `\`${scope}\``);
  const scope = scopes.length === 0 ? '' : ` ${scopes.length === 1 ? 'Scope' : 'Scopes'}: ${scopes.join(', ')}.`;
  const body = bodyBytes === undefined ? '' : ` Body: at most ${number(bodyBytes)} bytes.`;
  const again = ok.again === undefined ? '' : ` or ${ok.again}`;
  return `Success: ${ok.status}${again}.${scope}${body} Errors: ${listErrors(errors)}.`;
};

const bounds = ({ min, max }: { readonly min: number; readonly max: number }): string =>
  `${number(min)} to ${number(max)}`;

/** Names of the limits in the document; a missing row does not compile. */
const limitRows: { readonly [L in keyof typeof limits]: readonly (readonly [what: string, most: string])[] } = {
  itemsPerMint: [['Items of `POST /v1/urls`', number(limits.itemsPerMint)]],
  itemsPerGeneration: [['Items of `POST /v1/templates/generate`', number(limits.itemsPerGeneration)]],
  nameCharacters: [['Characters of a `name`', number(limits.nameCharacters)]],
  descriptionCharacters: [['Characters of a `description`', number(limits.descriptionCharacters)]],
  codeCharacters: [['Characters of `code` (UTF-16 code units)', number(limits.codeCharacters)]],
  promptCharacters: [['Characters of a `prompt`', number(limits.promptCharacters)]],
  authorRounds: [['Answers of the model for one template', number(limits.authorRounds)]],
  // not promised, because an operator may change it
  authorAnswerTokens: [],
  sidePx: [['`width`, `height` in CSS pixels', bounds(limits.sidePx)]],
  quality: [['`quality`', bounds(limits.quality)]],
  outputPixels: [['Pixels of an image, including the pixel ratio', number(limits.outputPixels)]],
  longestSidePx: Object.entries(limits.longestSidePx).map(([format, px]) => [
    `Pixels of one side of a \`${format}\``,
    number(px),
  ]),
  defaultSizePx: [['Default size', `${number(limits.defaultSizePx.width)} x ${number(limits.defaultSizePx.height)}`]],
  imageCacheSeconds: [['Seconds an image may be cached', number(limits.imageCacheSeconds)]],
  previewerBytes: [['Bytes of an image for a link previewer', number(limits.previewerBytes)]],
  variables: [['Variables of a mint', number(limits.variables)]],
  sizes: [['Sizes of a template', number(limits.sizes)]],
  sizeNameCharacters: [['Characters of a size’s name', number(limits.sizeNameCharacters)]],
  sites: [['Sites of an account', number(limits.sites)]],
  sitePathCharacters: [['Characters of the path of a site image', number(limits.sitePathCharacters)]],
  sitePaths: [['`paths` of a site', number(limits.sitePaths)]],
  sitePathGlobCharacters: [['Characters of one of them', number(limits.sitePathGlobCharacters)]],
  sitePagesPerMinute: [
    ['Pages of a site with an image that are read in a minute', number(limits.sitePagesPerMinute.known)],
    ['Other pages of a site that are read in a minute', number(limits.sitePagesPerMinute.unknown)],
    ['Until a page of the site has named its image', number(limits.sitePagesPerMinute.unproven)],
  ],
  sitePageBytes: [['Bytes of a page that are read', number(limits.sitePageBytes)]],
  siteRefreshSeconds: [
    ['Seconds until a page is read again, lowest', number(limits.siteRefreshSeconds.min)],
    ['Seconds until a page is read again, highest', number(limits.siteRefreshSeconds.max)],
  ],
  variableNameCharacters: [['Characters of a variable’s name', number(limits.variableNameCharacters)]],
  templateVersionCharacters: [['Characters of `tv`', number(limits.templateVersionCharacters)]],
  urlBytes: [['Bytes of a signed URL', number(limits.urlBytes)]],
  urlLifetimeDays: [['Days a signed URL lives', number(limits.urlLifetimeDays)]],
  defaultsBytes: [['Bytes of a template’s variables with their defaults', number(limits.defaultsBytes)]],
  listedTemplates: [['Templates of one list', number(limits.listedTemplates)]],
  checkedImageBytes: [['Bytes of an image in the response to a check', number(limits.checkedImageBytes)]],
  checkedBoxes: [['Boxes of elements in it', number(limits.checkedBoxes)]],
  listedVersions: [['Versions of one list', number(limits.listedVersions)]],
  versions: [['Versions of a template', number(limits.versions)]],
  trialsPerHour: [['Templates and fonts that an account checks and saves in an hour', number(limits.trialsPerHour)]],
  fetchedBytesPerHour: Object.entries({
    trial: 'of images by checks',
    image: 'of published images',
    knownPage: 'of pages of sites with an image',
    unknownPage: 'of other pages of sites',
    unprovenPage: 'of pages of sites none of which has named its image',
  } as const).flatMap(([purpose, what]) => {
    const { account, host } = limits.fetchedBytesPerHour[purpose as keyof typeof limits.fetchedBytesPerHour];
    return [
      [`Bytes ${what} fetched in an hour for an account`, number(account)],
      ['The same from one host, for all accounts', number(host)],
    ] as const;
  }),
  leastFetchedBytes: [['Bytes that a fetch counts at least', number(limits.leastFetchedBytes)]],
  fetchedImageBytes: [['Bytes of a remote image', number(limits.fetchedImageBytes)]],
  listedBytes: [['Bytes of records read for one list', number(limits.listedBytes)]],
  renderFailures: [['Render failures of one list', number(limits.renderFailures)]],
  pageFailures: [['Of these, those of pages without an image', number(limits.pageFailures)]],
  renderFailureDays: [['Days for which a render failure is listed', number(limits.renderFailureDays)]],
  auditEntries: [['Entries of the audit in one list', number(limits.auditEntries)]],
  listedViews: [['Rows of one list of views', number(limits.listedViews)]],
  viewDays: [['Days of one list of views', number(limits.viewDays)]],
  viewRows: [],
  viewedImages: [['Images of an account with a count of their own on one day', number(limits.viewedImages)]],
  imageViewDaysPerHour: [['Days of lists of views by image in an hour', number(limits.imageViewDaysPerHour)]],
  refreshesPerHour: [['Pages of an account that `refresh` has read again in an hour', number(limits.refreshesPerHour)]],
  usageEvents: [['Usage events of one list', number(limits.usageEvents)]],
  revocations: [['Revocations of an account', number(limits.revocations)]],
  fontBytes: [['Bytes of a font file', number(limits.fontBytes)]],
  fontFamilyCharacters: [['Characters of a font’s `family`', number(limits.fontFamilyCharacters)]],
  fontFamiliesCharacters: [['Characters of `options.fontFamily`', number(limits.fontFamiliesCharacters)]],
  fetchedFamilies: [['Families of a template that are not core families', number(limits.fetchedFamilies)]],
  fonts: [['Font files of an account', number(limits.fonts)]],
  assetBytes: [['Bytes of an asset', number(limits.assetBytes)]],
  assets: [['Assets of an account', number(limits.assets)]],
  assetBytesPerHour: [['Bytes of assets that an account uploads in an hour', number(limits.assetBytesPerHour)]],
  leastAssetBytes: [['Bytes of these that an asset counts at least', number(limits.leastAssetBytes)]],
  keys: [['API keys, and signing keys, of an account', number(limits.keys)]],
  keyTemplates: [['`templateIds` of a key', number(limits.keyTemplates)]],
  idempotencyKeyCharacters: [['Characters of an `Idempotency-Key`', number(limits.idempotencyKeyCharacters)]],
  idempotencySeconds: [['Seconds a response is repeated for its key', number(limits.idempotencySeconds)]],
  // documented with each route
  bodyBytes: [],
};

/** Returns the names of all fields and parameters of a schema, at any depth. */
const getNames = (schema: z.ZodType): string[] => {
  const names = new Set<string>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { properties, ...rest } = node as { properties?: object };
    for (const [name, inner] of Object.entries(properties ?? {})) visit(names.add(name) && inner);
    Object.values(rest).forEach(visit);
  };
  visit(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }));
  return [...names];
};

/** Returns the routes and fields of the contract that the document does not mention. */
export const findUndocumented = (document: string): string[] => {
  // `items[].prompt` and `{ url, expiresAt }` mention their parts
  const mentioned = new Set(
    [...document.matchAll(/`([^`\n]+)`/g)].flatMap(([, code = '']) => code.match(/\w+/g) ?? []),
  );
  return allRoutes.flatMap(([id, { method, path, body, query, ok }]) => {
    const isThere = document.includes(`### \`${method} ${path}\`\n`) && document.includes(`<!-- route ${id} -->`);
    const schemas = [body, query, ok.body].filter((schema) => schema !== undefined);
    const fields = schemas.flatMap(getNames).filter((name) => !mentioned.has(name));
    return [
      ...(isThere ? [] : [`${file} has no section "### \`${method} ${path}\`" with the marks of route ${id}.`]),
      ...new Set(fields.map((name) => `${file} does not name the field ${name} of ${method} ${path}.`)),
    ];
  });
};

export const undocumented = async (): Promise<string[]> => findUndocumented(await readFile(file, 'utf8'));

/** Returns `docs/interface.md`, with its lists of errors, plans and limits generated. */
export const interfaceDocument = async (): Promise<string> =>
  fillMarks(await readFile(file, 'utf8'), {
    route: routeText,
    plans: () =>
      table(
        ['Plan', 'Image mints', 'AI generations', 'Bytes stored', 'Templates', 'Revocations'],
        Object.entries(plans).map(([name, { mints, generations, storedBytes, templates, revocations }]) => [
          `\`${name}\``,
          ...[mints, generations, storedBytes, templates, revocations].map(number),
        ]),
      ),
    limits: () => table(['Limit', 'At most'], Object.values(limitRows).flat()),
  });
