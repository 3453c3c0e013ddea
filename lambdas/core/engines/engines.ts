import { type EngineName, engineNames } from '../../contract/engine-names.ts';

/** What all engines render with. Every core family has the version of `@fontsource/*`; others are pinned by each tree. */
const shared = {
  sharp: '0.35.5',
  '@twemoji/svg': '15.0.0',
  'subset-font': '2.9.0',
  '@fontsource/*': '5.3.0',
  '@fontsource-variable/noto-sans-jp': '5.3.0',
  '@fontsource-variable/noto-sans-kr': '5.3.0',
  '@fontsource-variable/noto-sans-sc': '5.3.0',
  '@fontsource-variable/noto-sans-tc': '5.3.0',
  /** The core families and their aliases: the beginning of a hash, which a test works out. */
  catalogue: '04f82d82',
} as const;

/**
 * The engines by name. An id stands for everything that determines what a tree looks like: versions of the libraries,
 * preparation of trees, workarounds and choice of fonts. It is part of the render version of every published URL. A
 * change of any of these requires a new id and a review of all golden images. A test compares the versions with what is
 * installed.
 */
export const engines = {
  satori: { id: 'e24', parts: { ...shared, satori: '0.33.5', '@resvg/resvg-js': '2.6.2' } },
  takumi: { id: 't16', parts: { ...shared, '@takumi-rs/core': '2.16.3' } },
} as const satisfies Readonly<
  Record<EngineName, { readonly id: string; readonly parts: Readonly<Record<string, string>> }>
>;

/** The engine of templates that choose none when they are saved. */
export interface StageEngine {
  readonly defaultEngine: EngineName;
}

/**
 * Returns whether the engine of a render version is installed with the same id, so that rendering again gives the same
 * bytes.
 */
export const isOfInstalledEngine = (renderVersion: string): boolean =>
  engineNames.some((name) => renderVersion.startsWith(`${engines[name].id}-`));

/** The engine that renders images of a render version: an earlier id of an engine differs in its number. */
export const engineOfVersion = (renderVersion: string): EngineName => {
  const series = (id: string) => /^[a-z]+/.exec(id)?.[0];
  const of = series(renderVersion);
  return engineNames.find((name) => series(engines[name].id) === of) ?? 'satori';
};
