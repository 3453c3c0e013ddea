type Values = Readonly<Record<string, unknown>>;

/** Returns the value of a variable in a minted URL: a text as it is, any other value behind `~`. @throws SyntaxError */
const decode = (text: string): unknown => (text.startsWith('~') ? JSON.parse(text.slice(1)) : text);

/** Returns the variables of a minted URL. @throws SyntaxError */
const readMinted = (parameters: URLSearchParams): Values =>
  Object.fromEntries(
    [...parameters].flatMap(([name, value]) => (name.startsWith('v_') ? [[name.slice(2), decode(value)]] : [])),
  );

/** Returns the variables in a minted or on-demand URL; undefined for other URLs, and for one that was cut. */
export const getFailedValues = (url: string): Values | undefined => {
  const { pathname = '', searchParams } = URL.parse(url) ?? {};
  const [, payload] = /\/v1\/i\/[^/]+\/[^/]+\/[^/]+\/[^/]+\/([\w-]+)\.\w+$/.exec(pathname) ?? [];
  try {
    if (searchParams?.has('sig') && !url.endsWith('...')) return readMinted(searchParams);
    if (payload === undefined || payload === '-') return undefined;
    const binary = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const values: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return values !== null && typeof values === 'object' && !Array.isArray(values) ? (values as Values) : undefined;
  } catch {
    return undefined;
  }
};
