import type { Measure } from '../../picture/boxes.ts';
import type { FontChoice } from '../../picture/fonts/choose-fonts.ts';
import type { XmlElement } from '../../picture/svg/xml.ts';
import type { PreparedElement } from '../../picture/tree/prepared-tree.ts';
import type { MetricsInText, SatoriFonts } from './tree/satori-fonts.ts';

/** Makes up for one fault of satori in a tree that is about to be laid out, in place. */
export type TreeCorrection = (tree: PreparedElement) => void;

/** The same once fonts are chosen. */
export type TextCorrection = (tree: PreparedElement, text: TextContext) => void;

export interface TextContext {
  readonly fonts: FontChoice & SatoriFonts;
  /** The text of all style sheets: they may say anything of any element. */
  readonly sheets: string;
  /** Elements whose texts are in several fonts, and what each of these takes above and below the baseline there. */
  readonly lines: Map<PreparedElement, MetricsInText>;
  /** How wide the spaces of elements with nothing but text are, as a share of the font size. */
  readonly spaces: Map<PreparedElement, number>;
  /** Whether a grapheme is drawn as an emoji. */
  readonly isPicture: (grapheme: string) => boolean;
}

/** The same once texts have their size, by a layout more. */
export type BoxCorrection = (tree: PreparedElement, measure: Measure) => Promise<void>;

/** Makes up for one fault of satori or resvg in the document that was laid out, in place. */
export type DocumentCorrection = (document: XmlElement) => void;
