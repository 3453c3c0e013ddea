import { type EngineName, engineNames } from '../../contract/engine-names.ts';
import type { Output, Scene } from '../../core/engines/engine.ts';
import { sha256Hex } from '../../core/hash.ts';
import { EngineRefusal } from '../../core/rendering/engine-errors.ts';
import { getCoverage } from '../../core/rendering/fonts/coverage.ts';
import {
  type ReadFont,
  readFont,
  type UnpackWoff2,
  unpackFont,
} from '../../core/rendering/fonts/opentype/read-font.ts';
import { FontProblem, stripFontTables } from '../../core/rendering/fonts/opentype/tables.ts';
import { shortened } from '../../core/shortened.ts';
import type { OpenedFont } from './messages.ts';

/** What opening a font needs of the process it is opened in. */
export interface FontTrial {
  readonly unpackWoff2: UnpackWoff2;
  /** Takes files that the next rendering may use. */
  readonly take: (files: ReadonlyMap<string, Uint8Array>) => void;
  readonly render: (engine: EngineName, scene: Scene & Output) => Promise<unknown>;
}

/** Characters a font is tried with: the first of what it has, and some of all the rest. */
const triedCharacters = 60;

const getSample = (font: Uint8Array): string => {
  const ranges = getCoverage(font);
  const starts = ranges.filter((_, index) => index % 2 === 0);
  const step = Math.max(1, Math.ceil(starts.length / triedCharacters));
  const some = starts.filter((codePoint, index) => index % step === 0 && !(codePoint >= 0xd800 && codePoint < 0xe000));
  return `Hamburgefonts 0123 ${String.fromCodePoint(...some)}`;
};

const family = 'tried';

/** Renders with a font: each engine, in its lightest and boldest weight. @throws what an engine throws. */
const tryOut = async (font: ReadFont, bytes: Uint8Array, { take, render }: FontTrial): Promise<void> => {
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
      if (!(error instanceof EngineRefusal)) throw error;
      throw new FontProblem(`The engine ${engine} cannot render with the font: ${shortened(error.message, 160)}`);
    });
  }
};

/** Names of languages for old systems: nothing is rendered by them, and satori's font library fails on them (satori 0.63.2). */
const unneeded: ReadonlySet<string> = new Set(['ltag']);

/**
 * Opens an untrusted font file: unpacks it, reads its tables without trusting them, and renders with it.
 * The problem it answers with is worded for the caller who sent the file.
 *
 * @throws whatever is no problem of the font's.
 */
export const openFont = async (file: Uint8Array, trial: FontTrial): Promise<OpenedFont> => {
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
