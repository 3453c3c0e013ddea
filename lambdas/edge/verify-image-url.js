/*
 * In front of the image host: refuses expired and forged image URLs, and makes equal images one cached object: the query becomes
 * the canonical one, without what only authorises.
 */
const ours = ['templateId', 'uid', 'exp', 'sig', 'rv', 'tv', 'tvn', 'width', 'height', 'format', 'quality', 'dpr'];
const authorising = ['exp', 'sig', 'tvn', 'uid'];

/* The query as the viewer wrote it. Where the runtime does not give it, its parsed form is written out again. */
function rawQuery(request) {
  if (typeof request.rawQueryString === 'function') return request.rawQueryString() || '';
  const parts = [];
  Object.keys(request.querystring).forEach((name) => {
    const found = request.querystring[name];
    (found.multiValue || [found]).forEach((one) => {
      parts.push(`${name}=${one.value}`);
    });
  });
  return parts.join('&');
}

const encode = (text) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

const isOurs = (name) => ours.indexOf(name) >= 0 || name.slice(0, 2) === 'v_';

/* Decoded text; undefined when its percent-encoding is not valid UTF-8. */
function decoded(text) {
  try {
    return decodeURIComponent(text.replace(/\+/g, ' '));
    // a catch without a name is not among the runtime's statements
  } catch (error) {
    return undefined;
  }
}

/* Decoded values by name, ours only; undefined when a name of ours comes twice or its value does not decode. */
function readPairs(raw) {
  const pairs = Object.create(null);
  const parts = raw.split('&');
  for (let n = 0; n < parts.length; n += 1) {
    const equals = parts[n].indexOf('=');
    const written = decoded(equals < 0 ? parts[n] : parts[n].slice(0, equals));
    if (written === undefined) continue;
    /* programs that write HTML into attributes separate parameters by `&amp;` */
    const name = written.replace(/^(?:amp;)+/, '');
    if (!isOurs(name)) continue;
    const value = equals < 0 ? '' : decoded(parts[n].slice(equals + 1));
    if (value === undefined || pairs[name] !== undefined) return undefined;
    pairs[name] = value;
  }
  return pairs;
}

/* Pairs in their one canonical form: each encoded one way, sorted by encoded name. */
function canonical(pairs, isWanted) {
  return Object.keys(pairs)
    .filter(isWanted)
    .map((name) => [encode(name), encode(pairs[name])])
    .sort((a, b) => (a[0] < b[0] ? -1 : 1))
    .map((pair) => `${pair[0]}=${pair[1]}`)
    .join('&');
}

async function isSigned(pairs, signed) {
  const sig = pairs.sig || '';
  if (!/^[0-9a-z]{1,4}\.[0-9a-f]{64}$/.test(sig)) return false;
  const id = sig.slice(0, sig.indexOf('.'));
  const secret = await getSecret(id);
  return Boolean(secret) && isSame(sig, `${id}.${hmac(secret, signed, 'hex')}`);
}

/* An expired URL is called expired even when forged as well. */
async function getProblem(pairs) {
  if (!pairs || !/^[1-9][0-9]{0,14}$/.test(pairs.exp || '')) return 'INVALID_SIGNATURE';
  if (Number(pairs.exp) <= Date.now()) return 'URL_EXPIRED';
  const signed = canonical(pairs, (name) => name !== 'sig');
  const isGenuine = await isSigned(pairs, signed);
  if (!isGenuine) return 'INVALID_SIGNATURE';
  const denyListEntry = await getDenyListEntry([`account:${pairs.uid}`, `template:${pairs.templateId}`]);
  if (denyListEntry) return denyListEntry;
  const isAny = await store.exists(`revokes:${pairs.uid}`);
  if (!isAny) return '';
  const hash = crypto.createHash('sha256').update(signed).digest('base64url');
  const version = Number((/^[0-9]{1,9}$/.exec(pairs.tvn || pairs.tv) || [0])[0]);
  const template = `${pairs.uid}:${pairs.templateId}`;
  const isTakenBack = await isRevoked([`url:${hash}`, `version:${template}:${version}`], template, version);
  return isTakenBack ? 'URL_REVOKED' : '';
}

async function judge(request) {
  const pairs = readPairs(rawQuery(request));
  const problem = await getProblem(pairs);
  if (problem) return { problem: problem };
  request.headers['x-image-signature'] = { value: canonical(pairs, (name) => authorising.indexOf(name) >= 0) };
  return { query: canonical(pairs, (name) => authorising.indexOf(name) < 0) };
}

async function handler(event) {
  const isOther = event.context.eventType === 'viewer-request' && event.request.uri !== '/v1/image';
  const answer = isOther ? refuse(event, 'NOT_FOUND') : await admit(event, judge);
  return answer;
}
