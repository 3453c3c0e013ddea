/** Returns the variables in an on-demand URL; undefined for other URLs, and for one that was cut. */
export const getFailedValues = (url: string): Readonly<Record<string, unknown>> | undefined => {
  const [, payload] = /\/v1\/i\/[^/]+\/[^/]+\/[^/]+\/[^/]+\/([\w-]+)\.\w+$/.exec(URL.parse(url)?.pathname ?? '') ?? [];
  if (payload === undefined || payload === '-') return undefined;
  try {
    const binary = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const values: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return values !== null && typeof values === 'object' && !Array.isArray(values)
      ? (values as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
};
