import { readFile } from 'node:fs/promises';
import { imageParameters } from 'image-url-contract/image-parameters.ts';
import { pathTokens } from 'image-url-contract/signing/on-demand-url.ts';
import { formatsByEnding, imageFormats } from 'image-url-engine/images.ts';

/** Returns source with the value of a constant replaced. @throws Error if it has no such constant */
const withConstant = (source: string, name: string, value: string): string => {
  const declaration = new RegExp(`^const ${name} =[^;]*;$`, 'm');
  if (!declaration.test(source)) throw new Error(`There is no constant ${name}.`);
  return source.replace(declaration, () => `const ${name} = ${value};`);
};

const read = (name: string) => readFile(`lambdas/edge/${name}.js`, 'utf8');
const quoted = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ');

/** The edge functions with the options of images written into them, because they import nothing. */
export const edgeOptions = {
  'lambdas/edge/verify-image-url.js': async () =>
    withConstant(await read('verify-image-url'), 'ours', `[${quoted(Object.keys(imageParameters))}]`),
  'lambdas/edge/verify-site-image.js': async () =>
    withConstant(await read('verify-site-image'), 'endings', `'${Object.keys(formatsByEnding).join('|')}'`),
  'lambdas/edge/verify-on-demand-url.js': async () => {
    const tokens = pathTokens.map(({ letter, form }) => `  /^${letter}${form.source.slice(1)}/,\n`);
    const written = [
      ['endings', `'${imageFormats.join('|')}'`],
      ['letters', `'${pathTokens.map(({ letter }) => letter).join('')}'`],
      ['forms', `[\n${tokens.join('')}]`],
    ] as const;
    return written.reduce(
      (source, [name, value]) => withConstant(source, name, value),
      await read('verify-on-demand-url'),
    );
  },
};
