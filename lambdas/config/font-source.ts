import * as z from 'zod';

/** The public npm registry: the font source of every stage and of the local run that name no other. */
export const publicRegistry = 'https://registry.npmjs.org';

const isRegistry = (address: unknown): boolean => {
  const url = typeof address === 'string' ? URL.parse(address) : null;
  if (url?.protocol !== 'https:') return false;
  return [url.username, url.password, url.search, url.hash].every((part) => part === '');
};

/** Setting `fontSource`; a value from the command line is a text. Becomes '' for none. */
export const fontSource = z
  .preprocess(
    (value) => (value === false || value === 'false' ? '' : value),
    // does not repeat the value, which may contain credentials
    z.custom<string>((value) => value === '' || isRegistry(value), {
      error: 'it must be the https:// address of an npm registry, without credentials and query, or false for none',
    }),
  )
  .default(publicRegistry);
