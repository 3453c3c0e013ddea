import { fallbackParameter, logFields } from 'image-url-contract/access-log-fields.ts';
import { onDemandPrefix, sitePrefix } from 'image-url-contract/edge.ts';
import { getImagePairs } from 'image-url-contract/signing/image-query.ts';
import { readOnDemandUrl, splitPath } from 'image-url-contract/signing/on-demand-url.ts';
import { readSigningKeyId } from 'image-url-contract/signing/signing-secret.ts';
import { readSitePath } from 'image-url-contract/sites/site-path.ts';
import { isPreviewVersion } from '../address.ts';
import { getSignedText } from '../revocation.ts';
import { canaryAgent } from './platform.ts';

type LogField = (typeof logFields)[number];

/** One request in a log. Path and query are as they were sent. */
export type LoggedRequest = Readonly<Record<LogField, string>>;

/** Decodes a value of a log, which CloudFront has percent-encoded. */
const decode = (value: string): string => {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
};

const fieldsMark = '#Fields:';

/** Returns the fields of a log in their order, if this line names them. */
export const readHeader = (line: string): readonly string[] | undefined =>
  line.startsWith(fieldsMark) ? line.slice(fieldsMark.length).trim().split(/\s+/) : undefined;

const dayForm = /^\d{4}-\d\d-\d\d$/;
const timeForm = /^\d\d:\d\d:\d\d$/;

/** Returns the request of a line; undefined for a line that lacks a field or whose time cannot be read. */
export const readLine = (fields: readonly string[], line: string): LoggedRequest | undefined => {
  const values = line.split('\t');
  if (values.length !== fields.length) return undefined;
  const all = Object.fromEntries(logFields.map((field) => [field, decode(values[fields.indexOf(field)] ?? '')]));
  const request = all as LoggedRequest;
  const isRead = logFields.every((field) => fields.includes(field));
  return isRead && dayForm.test(request.date) && timeForm.test(request.time) ? request : undefined;
};

/** What an image is counted for, and its URL without the signature. */
export interface ViewedImage {
  readonly accountId: string;
  /** A template, or `site <id>` for a site image, whose template is looked up when views are read. */
  readonly subject: string;
  readonly signed: { readonly query: string; readonly keyId: string };
}

/** Prefix of the subject of a site image. No template id contains a space. */
export const sitePart = 'site ';

const statuses: ReadonlySet<string> = new Set(['200', '206', '304']);

const readMinted = (rawQuery: string): ViewedImage | undefined => {
  const pairs = getImagePairs(rawQuery);
  const [templateId, accountId, rv, sig = ''] = ['templateId', 'uid', 'rv', 'sig'].map((name) => pairs?.get(name));
  if (templateId === undefined || accountId === undefined || rv === undefined || isPreviewVersion(rv)) return undefined;
  const keyId = sig.slice(0, Math.max(0, sig.indexOf('.')));
  return { accountId, subject: templateId, signed: { query: getSignedText(rawQuery), keyId } };
};

const readOnDemand = (path: string): ViewedImage | undefined => {
  const split = splitPath(path);
  const url = split && readOnDemandUrl(split);
  const accountId = url && readSigningKeyId(url.key)?.accountId;
  if (!split || !url || accountId === undefined) return undefined;
  return { accountId, subject: url.templateId, signed: { query: split.part, keyId: url.key } };
};

/**
 * Returns the image that a request has fetched. Undefined for one that failed, that fetched no published image or got the
 * fallback image, and for those of the canary; images are rendered ahead with HEAD. A status below 400 proves the signature: the service answers
 * a forged URL with an error.
 */
export const getViewedImage = (request: LoggedRequest): ViewedImage | undefined => {
  if (request['cs-method'] !== 'GET' || !statuses.has(request['sc-status'])) return undefined;
  if (request['cs(User-Agent)'] === canaryAgent) return undefined;
  if (request['sc-content-type'].includes(fallbackParameter)) return undefined;
  const path = request['cs-uri-stem'];
  if (path === '/v1/image') return readMinted(request['cs-uri-query']);
  if (path.startsWith(onDemandPrefix)) return readOnDemand(path);
  if (!path.startsWith(sitePrefix)) return undefined;
  const site = readSitePath(path);
  return site && { accountId: site.accountId, subject: sitePart + site.siteId, signed: { query: path, keyId: '' } };
};
