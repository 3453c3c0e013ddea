import { type EngineName, engineNames } from '../engine-names.ts';

/** Parts of every engine. Core font families have the version of `@fontsource/*`; trees pin the others. */
const shared = {
  sharp: '0.35.5',
  '@twemoji/svg': '15.0.0',
  harfbuzzjs: '1.6.4',
  'subset-font': '2.9.0',
  '@fontsource/*': '5.3.0',
  '@fontsource-variable/noto-sans-jp': '5.3.0',
  '@fontsource-variable/noto-sans-kr': '5.3.0',
  '@fontsource-variable/noto-sans-sc': '5.3.0',
  '@fontsource-variable/noto-sans-tc': '5.3.0',
  /** Prefix of a hash of the core families and their aliases. A test computes it. */
  catalogue: '04f82d82',
} as const;

/**
 * Engines by name. An id identifies everything that determines what a tree looks like: library versions, tree
 * preparation, workarounds and font selection. It is part of the render version in every published URL. A change of any
 * of these requires a new id and a check of all golden images. A test compares the versions with the installed ones.
 */
export const engines = {
  satori: { id: 'e32', parts: { ...shared, satori: '0.33.5', '@resvg/resvg-js': '2.6.2' } },
  takumi: { id: 't26', parts: { ...shared, '@takumi-rs/core': '2.16.3' } },
} as const satisfies Readonly<
  Record<EngineName, { readonly id: string; readonly parts: Readonly<Record<string, string>> }>
>;

/** The engine of templates that do not choose one when they are saved. */
export interface StageEngine {
  readonly defaultEngine: EngineName;
}

/** Returns whether rendering a render version again gives the same bytes: its engine is installed with the same id. */
export const isEngineInstalled = (renderVersion: string): boolean =>
  engineNames.some((name) => renderVersion.startsWith(`${engines[name].id}-`));

/** Returns the engine for a render version. Earlier ids of an engine have the same letters and another number. */
export const getEngineOfVersion = (renderVersion: string): EngineName => {
  const series = (id: string) => /^[a-z]+/.exec(id)?.[0];
  const wanted = series(renderVersion);
  return engineNames.find((name) => series(engines[name].id) === wanted) ?? 'satori';
};
