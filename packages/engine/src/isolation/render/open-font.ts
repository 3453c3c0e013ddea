import { type EngineName, engineNames } from '../../engine-names.ts';
import type { Output, Scene } from '../../engines/engine.ts';
import { sha256Hex } from '../../hash.ts';
import { EngineRejection } from '../../rendering/engine-errors.ts';
import { getCoverage } from '../../rendering/fonts/coverage.ts';
import { FontProblem, stripFontTables } from '../../rendering/fonts/opentype/font-tables.ts';
import { type ReadFont, readFont, type UnpackWoff2, unpackFont } from '../../rendering/fonts/opentype/read-font.ts';
import { truncate } from '../../truncate.ts';
import type { OpenedFont } from './messages.ts';

/** Functions of the render worker that opening a font needs. */
export interface FontTestHost {
  readonly unpackWoff2: UnpackWoff2;
  /** Adds font files for the next render. */
  readonly take: (files: ReadonlyMap<string, Uint8Array>) => void;
  readonly render: (engine: EngineName, scene: Scene & Output) => Promise<unknown>;
}

/** Number of characters with which a font is tested, spread over all that it contains. */
const triedCharacters = 60;

const getSample = (font: Uint8Array): string => {
  const ranges = getCoverage(font);
  const starts = ranges.filter((_, index) => index % 2 === 0);
  const step = Math.max(1, Math.ceil(starts.length / triedCharacters));
  const some = starts.filter((codePoint, index) => index % step === 0 && !(codePoint >= 0xd800 && codePoint < 0xe000));
  return `Hamburgefonts 0123 ${String.fromCodePoint(...some)}`;
};

const family = 'tried';

/**
 * Renders a sample with a font in its lightest and boldest weight, with each engine.
 *
 * @throws FontProblem when an engine rejects it
 */
const tryOut = async (font: ReadFont, bytes: Uint8Array, { take, render }: FontTestHost): Promise<void> => {
  const { weights, styles } = font;
  const hash = sha256Hex(bytes);
  const typography = { family, fonts: [{ family, weights, styles, hash }] };
  take(new Map([[hash, bytes]]));
  const size = { width: 200, height: 100, devicePixelRatio: 1, format: 'png' } as const;
  const text = getSample(bytes);
  const lines = styles.flatMap((fontStyle) =>
    [...new Set(weights)].map((fontWeight) => ({
      type: 'div',
      props: { style: { fontFamily: family, fontWeight, fontStyle, fontSize: 9 } },
      children: [text],
    })),
  );
  const tree = { type: 'div', props: { style: { display: 'flex', flexDirection: 'column' } }, children: lines };
  for (const engine of engineNames) {
    await render(engine, { tree, images: {}, typography, ...size }).catch((error: unknown) => {
      if (!(error instanceof EngineRejection)) throw error;
      throw new FontProblem(`The engine ${engine} cannot render with the font: ${truncate(error.message, 160)}`);
    });
  }
};

/**
 * Tables to remove. `ltag` names languages for old systems; no engine needs it, and satori's font library fails on it
 * (satori 0.63.2).
 */
const unneeded: ReadonlySet<string> = new Set(['ltag']);

/**
 * Opens an untrusted font file: unpacks it, validates its tables, and renders a sample. A problem of the font is
 * returned, with a message for the caller.
 *
 * @throws every error that the font did not cause
 */
export const testFont = async (file: Uint8Array, trial: FontTestHost): Promise<OpenedFont> => {
  try {
    const bytes = stripFontTables(await unpackFont(file, trial.unpackWoff2), unneeded);
    const font = readFont(bytes);
    await tryOut(font, bytes, trial);
    return { ok: true, font, bytes };
  } catch (error) {
    if (error instanceof FontProblem) return { ok: false, problem: error.message };
    throw error;
  }
};
