import type { ImageDiagnostic } from '../../lint/image/image-diagnostics.ts';
import type { ChosenFont } from '../../rendering/fonts/choose-fonts.ts';
import { getTextStyle, type TextStyle } from '../../rendering/fonts/text-style.ts';
import { type PreparedElement, visitInherited } from '../../rendering/tree/prepared-tree.ts';
import { sourcePositionProperty } from '../../vnode/source-position.ts';

/** Letters of scripts whose fonts have no italics. */
const upright = /[\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Arab}\p{sc=Hebr}\p{sc=Thai}\p{sc=Deva}]/u;
/** A full-width mark inside of a text, which begins no line. */
const innerMark = /[\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}][、。，．：；！？」』）](?=.)/u;

interface Inherited {
  readonly text: TextStyle;
  readonly keepsWords: boolean;
  readonly position: string | undefined;
}

/** Returns texts that satori renders unlike a browser, as far as the chosen fonts and the lines show it. */
export const lintTexts = (
  tree: PreparedElement,
  root: TextStyle,
  fonts: readonly Pick<ChosenFont, 'family' | 'face'>[],
): ImageDiagnostic[] => {
  const found: ImageDiagnostic[] = [];
  visitInherited<Inherited>(tree, { text: root, keepsWords: false, position: undefined }, (element, parent) => {
    if (element.type === 'svg') return undefined;
    const { style = {}, children = [] } = element.props;
    const text = getTextStyle(element, parent.text);
    const wordBreak = style.wordBreak ?? 'inherit';
    const keepsWords = wordBreak === 'inherit' ? parent.keepsWords : wordBreak === 'keep-all';
    const words = children.filter((child) => typeof child === 'string').join('');
    const own = element.props[sourcePositionProperty];
    const position = typeof own === 'string' ? own : parent.position;
    const report = (message: string) => found.push({ code: 'unlike-browser', message, position });
    const [family] = text.families;
    const ofFamily = fonts.filter((font) => font.family === family);
    const lacksItalics = ofFamily.length > 0 && ofFamily.every(({ face }) => face.style === 'normal');
    if (text.isItalic && words.trim() !== '' && (lacksItalics || upright.test(words)))
      report(
        `satori renders these italics upright: ${lacksItalics ? family?.name : 'the font of these letters'} has no italics; options.engine = 'takumi' slants them.`,
      );
    if (keepsWords && innerMark.test(words))
      report(
        "satori breaks lines before a mark (、。) with wordBreak: 'keep-all'; options.engine = 'takumi' breaks them after it.",
      );
    return { text, keepsWords, position };
  });
  return found;
};
