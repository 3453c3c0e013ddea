import { fixedWidthTags, textStyleOf } from '../../../picture/fonts/text-style.ts';
import { inherit } from '../../../picture/tree/prepared-tree.ts';
import type { TextCorrection } from '../correction.ts';

/**
 * Writes into each element that changes family or language the names its fonts are given to satori under. Text then takes
 * each character from the first family of the list that has it, as in a browser; satori 0.63 knows no `unicode-range`. After
 * everything that reads what the author wrote into `fontFamily`.
 */
export const nameFonts: TextCorrection = (tree, { fonts, lines }) =>
  inherit(tree, { text: fonts.root, isAligned: false }, (element, { text: parent, isAligned }) => {
    const own = textStyleOf(element, parent);
    const metricsOf = lines.get(element);
    const style = element.props.style ?? {};
    const isChanged = own.families !== parent.families || own.language !== parent.language;
    const isNamed = style.fontFamily !== undefined || style.font !== undefined || fixedWidthTags.has(element.type);
    if (element === tree || isChanged || isNamed || isAligned || metricsOf) {
      // after everything else, so that it wins over a `font` shorthand
      delete style.fontFamily;
      style.fontFamily = fonts.namesFor(own.families, own.language, metricsOf);
    }
    element.props.style = style;
    return { text: own, isAligned: metricsOf !== undefined };
  });
