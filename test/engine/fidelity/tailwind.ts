import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from 'tailwindcss';
import { modules } from './font-faces.ts';

const themeFile = readFileSync(join(modules, 'tailwindcss', 'theme.css'), 'utf8');

/** Tailwind's base styles, without its list of fonts. */
export const preflight = readFileSync(join(modules, 'tailwindcss', 'preflight.css'), 'utf8').replace(
  /[\w-]+:\s*--theme\([^;]*;/g,
  '',
);

/** Families that are not those of the machine. */
const tokens = '--font-sans: sans-serif; --font-serif: serif; --font-mono: monospace;';

/** Of its base styles, what makes a border of a width one that shows. */
const base = '@layer base { [class] { border: 0 solid } }';

/**
 * Returns the CSS of some classes as Tailwind itself writes it: a second opinion on the utilities of this project.
 *
 * @param sheets style sheets of the template, whose `@theme`, `@utility` and `@apply` are read.
 * @param familiesOf returns the list a browser goes through for a `font-family`.
 */
export const tailwindSheet = async (
  classes: readonly string[],
  sheets: string,
  getFamilies: (value: string) => string,
): Promise<string> => {
  const { build } = await compile(`${themeFile}\n@theme {${tokens}}\n${base}\n${sheets}\n@tailwind utilities;`);
  const css = build([...new Set(classes.flatMap((names) => names.split(/\s+/)))]);
  const fonts = new Map(
    [...css.matchAll(/(--font-[\w-]+)\s*:\s*([^;}]+)/g)].map(([, name = '', value = '']) => [name, value]),
  );
  return css.replaceAll(/font-family\s*:\s*([^;}]+)/g, (_all, value: string) => {
    const token = /^var\((--[\w-]+)\)$/.exec(value.trim())?.[1] ?? '';
    return `font-family:${getFamilies(fonts.get(token) ?? value)}`;
  });
};
