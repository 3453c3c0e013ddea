/*
 * In front of /v1/i/*: refuses malformed, expired and forged on-demand URLs (docs/decisions/0350), by the rules of
 * packages/contract/src/signing/on-demand-url.ts.
 */
const longest = 8192;
const path = /^\/v1\/i\/([0-9a-z]{1,4})-([0-9A-Za-z]{1,32})-([0-9A-Za-z]{16})\/([A-Za-z0-9_-]{43})(\/.*)$/;
const endings = 'png|jpeg|webp';
const signed = new RegExp(`^/([A-Za-z0-9_-]{1,64})/([0-9a-z.-]{1,64})/([A-Za-z0-9_-]+)\\.(${endings})$`);
const payload = /^(-|([A-Za-z0-9_-]{4})*([A-Za-z0-9_-][AQgw]|[A-Za-z0-9_-]{2}[AEIMQUYcgkosw048])?)$/;
const letters = 'vswhxqe';
const forms = [
  /^v[1-9]\d{0,8}$/,
  /^s[a-z][a-z0-9]{0,19}$/,
  /^w[1-9]\d{0,3}$/,
  /^h[1-9]\d{0,3}$/,
  /^x(0|[1-9]\d{0,3})(\.\d{0,3}[1-9])?$/,
  /^q(0|[1-9]\d{0,3})(\.\d{0,3}[1-9])?$/,
  /^e\d{4}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/,
];

/* The options of a URL by their letters; undefined where they are not written in their one way. */
function readOptions(text) {
  const options = {};
  if (text === '-') return options;
  const tokens = text.split('-');
  let last = -1;
  for (let n = 0; n < tokens.length; n += 1) {
    const at = letters.indexOf(tokens[n].charAt(0) || ' ');
    if (at <= last || !forms[at].test(tokens[n])) return undefined;
    options[letters.charAt(at)] = tokens[n].slice(1);
    last = at;
  }
  return options;
}

/* What a path says; undefined where it has not the form of an on-demand URL. */
function readPath(uri) {
  const outer = uri.length <= longest && path.exec(uri);
  // `$` of this runtime also matches before a line feed at the end
  const inner = outer && outer[0] === uri && signed.exec(outer[5]);
  const options = inner && readOptions(inner[2]);
  if (!options || !payload.test(inner[3])) return undefined;
  return {
    master: outer[1],
    account: outer[2],
    key: `${outer[1]}-${outer[2]}-${outer[3]}`,
    signature: outer[4],
    part: outer[5],
    template: inner[1],
    version: Number(options.v || 0),
    lastDay: options.e,
  };
}

async function isSigned(url) {
  const master = await getSecret(url.master);
  if (!master) return false;
  const secret = hmac(master, `iusk\n${url.key}`, 'base64url');
  return isSame(url.signature, hmac(secret, `iu1\n${url.part}`, 'base64url'));
}

/* An expired URL is called expired even when forged as well. */
async function judge(request) {
  const url = readPath(request.uri);
  if (!url) return { problem: 'INVALID_SIGNATURE' };
  const today = new Date(Date.now()).toISOString().slice(0, 10).replace(/-/g, '');
  if (url.lastDay !== undefined && url.lastDay < today) return { problem: 'URL_EXPIRED' };
  const isGenuine = await isSigned(url);
  if (!isGenuine) return { problem: 'INVALID_SIGNATURE' };
  const problem = await getDenyListEntry([`account:${url.account}`, `template:${url.template}`]);
  if (problem) return { problem: problem };
  const isAny = await store.exists(`revokes:${url.account}`);
  if (!isAny) return { query: '' };
  const hash = crypto.createHash('sha256').update(`iu1\n${url.account}\n${url.part}`).digest('base64url');
  const template = `${url.account}:${url.template}`;
  const names = [`key:${url.key}`, `url:${hash}`, `version:${template}:${url.version}`];
  // only the service knows which version a URL without one shows
  const isTakenBack = await isRevoked(names, template, url.version || Number.POSITIVE_INFINITY);
  if (isTakenBack) return { problem: 'URL_REVOKED' };
  if (url.version > 0) return { query: '' };
  // what is cached of such a URL from before a revocation counts no more
  const isMarked = await store.exists(`epoch:${template}`);
  const epoch = isMarked ? await store.get(`epoch:${template}`) : '';
  return { query: epoch ? `epoch=${epoch}` : '' };
}

async function handler(event) {
  const answer = await admit(event, judge);
  return answer;
}
