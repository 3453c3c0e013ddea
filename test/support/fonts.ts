import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

/** A file of a font package: `fontFile('@fontsource/lato', 'lato-latin-900-normal.woff2')`. */
export const fontFile = (packageName: string, file: string): Buffer =>
  readFileSync(resolve(`${packageName}/files/${file}`));

/** Weights from 100 to 900. */
export const variableFont = (): Buffer => fontFile('@fontsource-variable/geist', 'geist-latin-wght-normal.woff2');
export const staticFont = (weight = 900): Buffer => fontFile('@fontsource/lato', `lato-latin-${weight}-normal.woff2`);

export const getUpload = (file: Uint8Array, family?: string) => ({
  data: Buffer.from(file).toString('base64'),
  ...(family !== undefined && { family }),
});
