import type { Json } from '#engine/json.ts';
import type { GoldenCase } from '../case.ts';
import { box, boxCase, full, h, styled } from '../element.ts';

const page = `${full}; display: flex; flex-wrap: wrap; gap: 12; padding: 12`;
const card = 'width: 250; height: 96; padding: 8; border: 2px solid #a5b4fc; flex-shrink: 0; line-height: 1.2';
const centred = 'display: flex; align-items: center; justify-content: center; text-align: center';

const fitted = (text: string, style = '', fit: Json = true) =>
  h('div', { fit, style: `${card}; background: white; ${style}` }, text);

export const fitCases: readonly GoldenCase[] = [
  boxCase(
    'fit-lengths',
    `${page}; background: #e0e7ff; align-content: flex-start`,
    fitted('Short'),
    fitted('A headline of middling length', centred),
    fitted('A rather long headline that has to be broken into several lines before it fits, and then some'),
    fitted('Donaudampfschifffahrtsgesellschaft', centred),
    fitted('From 20 to 28', '', [20, 28]),
    fitted('Not smaller than 24, whatever becomes of the text in its box, says its range', '', [24, 60]),
    fitted('One line alone', 'white-space: nowrap'),
    fitted('UPPER CASE, SPACED', 'letter-spacing: 0.1em; font-weight: 800'),
    h(
      'h2',
      { fit: [12, 60], style: `${card}; margin: 0` },
      'With ',
      styled('em', 'color: #4f46e5', 'words'),
      ' inside',
    ),
    box(
      `${card}; display: flex; flex-direction: column; background: white`,
      h('div', { fit: true }, 'Grows until the line below would leave'),
      box('font-size: 12; background: #c7d2fe', 'The line below'),
    ),
    box(
      `${card}; display: flex; gap: 8; background: white`,
      box('width: 60; background: #c7d2fe'),
      h('div', { fit: true, style: 'flex: 1' }, 'What is left beside a picture'),
    ),
    fitted('At most its own font size', 'font-size: 18'),
  ),
  boxCase(
    'fit-scripts',
    `${page}; background: #ecfccb; align-content: flex-start`,
    fitted('مرحبا بالعالم من قلب الصحراء', 'direction: rtl'),
    fitted('שלום עולם, כותרת ארוכה למדי', 'direction: rtl'),
    fitted('東京は夜の七時、雨が静かに降り続いている'),
    fitted('हिन्दी में एक लंबा शीर्षक जो समा जाए', centred),
    fitted('서울의 밤은 길고 조용하다'),
    fitted('ข้อความภาษาไทย', centred),
    fitted('Emoji 🎉🎉 and text 👩‍👩‍👧 together', centred),
    fitted('Ελληνικά, Кириллица, ქართული, Հայերեն'),
  ),
];
