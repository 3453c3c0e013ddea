import { type EngineName, engineNames } from '../../contract/engine-names.ts';
import type { TemplateOptions } from '../template/render-plan/render-plan.ts';

/** What all engines render with. Every family of the catalogue has the version of `@fontsource/*` but those named here. */
const shared = {
  sharp: '0.35.5',
  '@twemoji/svg': '15.0.0',
  'subset-font': '2.9.0',
  '@fontsource/*': '5.3.0',
  '@fontsource/onest': '5.3.1',
  '@fontsource/source-code-pro': '5.3.1',
  '@fontsource/source-sans-3': '5.3.1',
  '@fontsource/source-serif-4': '5.3.1',
  /** The families and their substitutes: the beginning of a hash, which a test works out. */
  catalogue: 'c697f6d8',
} as const;

/**
 * The engines by the names they are chosen by. The id names everything that decides what a tree looks like: the versions of
 * the parts, how trees are prepared, what is corrected, the choice of fonts. It stands in the render version of every
 * published URL, so an image that is rendered anew is rendered the same. Whoever changes one of these changes the id and proves
 * it against every golden image. A test holds the versions against what is installed.
 */
export const engines = {
  satori: { id: 'e22', parts: { ...shared, satori: '0.33.5', '@resvg/resvg-js': '2.6.2' } },
  takumi: { id: 't14', parts: { ...shared, '@takumi-rs/core': '2.16.3' } },
} as const satisfies Readonly<
  Record<EngineName, { readonly id: string; readonly parts: Readonly<Record<string, string>> }>
>;

/** Returns the engine of a template that is being saved: what it chooses, or the default of the stage. */
export const getEngine = ({ engine }: TemplateOptions, { defaultEngine }: StageEngine): EngineName =>
  engine ?? defaultEngine;

export interface StageEngine {
  readonly defaultEngine: EngineName;
}

/** Whether a render version names an engine as it is installed: what is rendered anew is then the same, byte for byte. */
export const isOfInstalledEngine = (renderVersion: string): boolean =>
  engineNames.some((name) => renderVersion.startsWith(`${engines[name].id}-`));

/** What a stored template says of its engine. */
export interface StoredEngine {
  readonly options: TemplateOptions;
  /** Absent from earlier versions. */
  readonly preview?: { readonly rv: string } | undefined;
}

/**
 * Returns the engine a stored template keeps, whatever the default of the stage is now: that of its options, where it was
 * written down at saving; that of its preview for templates that were saved before. Undefined where neither is there.
 */
export const getKnownEngine = ({ options, preview }: StoredEngine): EngineName | undefined =>
  options.engine ?? (preview && engineOfVersion(preview.rv));

/** Returns the engine a stored template is rendered with. */
export const getStoredEngine = (stored: StoredEngine, { defaultEngine }: StageEngine): EngineName =>
  getKnownEngine(stored) ?? defaultEngine;

/** The engine that renders images of a render version: an earlier id of an engine differs in its number. */
export const engineOfVersion = (renderVersion: string): EngineName => {
  const series = (id: string) => /^[a-z]+/.exec(id)?.[0];
  const of = series(renderVersion);
  return engineNames.find((name) => series(engines[name].id) === of) ?? 'satori';
};
