const opening = '（〔［｛〈《「『【〖〘〝｟';
const closing = '）〕］｝〉》」』】〗〙〟｠、。，．';
const middle = '・：；\u3000';

/**
 * Full-width marks that take half of their width because they meet others. Where a closing mark meets an opening one,
 * the closing one does, so that a line that begins with the other is as wide as in a browser.
 *
 * Source: CSS Text 4, `text-spacing-trim: normal`
 */
export const halfWidthMarks = new RegExp(
  `[${closing}](?=[${opening}${closing}${middle}])|(?<=[${opening}${middle}])[${opening}]`,
  'gu',
);
