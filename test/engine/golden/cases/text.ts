import type { GoldenCase } from '../case.ts';
import { box, boxCase, full, h, html } from '../element.ts';

const page = `${full}; display: flex; flex-direction: column; padding: 32; background: white`;
const weights = [100, 200, 300, 400, 500, 600, 700, 800, 900];

const line = (lang: string, label: string, text: string) =>
  box(
    'display: flex; align-items: baseline; font-size: 20',
    box('width: 110; font-size: 13; color: #64748b', label),
    h('div', { lang }, text),
  );

export const textCases: readonly GoldenCase[] = [
  boxCase(
    'weights',
    `${page}; font-size: 24; font-family: Inter`,
    weights.map((weight) =>
      box(
        `display: flex; justify-content: space-between; font-weight: ${weight}`,
        box({}, `Weight ${weight} Sphinx`),
        box('font-style: italic', `of black quartz`),
      ),
    ),
  ),
  {
    name: 'scripts',
    options: { height: 640 },
    tree: box(
      `${page}; gap: 4`,
      line('en', 'Latin', 'Sphinx of black quartz, judge my vow: 0123456789'),
      line('cs', 'Latin ext.', 'Příliš žluťoučký kůň úpěl ďábelské ódy, Łódź, İstanbul'),
      line('vi', 'Vietnamese', 'Trăm năm trong cõi người ta, chữ tài chữ mệnh'),
      line('el', 'Greek', 'Ξεσκεπάζω την ψυχοφθόρα βδελυγμία'),
      line('ru', 'Cyrillic', 'Съешь же ещё этих мягких французских булок'),
      line('ar', 'Arabic', 'نص حكيم له سر قاطع وذو شأن عظيم مكتوب على ثوب أخضر'),
      line('he', 'Hebrew', 'דג סקרן שט בים מאוכזב ולפתע מצא חברה'),
      line('hi', 'Devanagari', 'ऋषियों को सताने वाले दुष्ट राक्षसों के राजा क्षत्रिय'),
      line('th', 'Thai', 'เป็นมนุษย์สุดประเสริฐเลิศคุณค่า กว่าบรรดาฝูงสัตว์'),
      line('bn', 'Bengali', 'আমি কাঁচ খেতে পারি, তাতে আমার কোনো ক্ষতি হয় না'),
      line('ta', 'Tamil', 'நான் கண்ணாடி சாப்பிடுவேன், அதனால் எனக்கு ஒரு கேடும் வராது'),
      line('ka', 'Georgian', 'მინას ვჭამ და არა მტკივა'),
      line('hy', 'Armenian', 'Կրնամ ապակի ուտել և ինծի անհանգիստ չըներ'),
      line('ja', 'Japanese', 'いろはにほへと 散りぬるを 我が世誰ぞ 常ならむ。'),
      line('ko', 'Korean', '키스의 고유조건은 입술끼리 만나야 하고'),
      line('zh-CN', 'Chinese, s.', '我能吞下玻璃而不伤身体。汉字简体'),
      line('zh-TW', 'Chinese, t.', '我能吞下玻璃而不傷身體。漢字繁體'),
    ),
  },
  boxCase(
    'mixed-lines',
    `${page}; font-size: 26; gap: 14; font-weight: 500`,
    html(`
      <div style="">Tokyo 東京 и Москва, ירושלים and القاهرة: 5 cities → ★ ✓ ≥ ½ №1</div>
      <div lang="ar" style="direction: rtl">مرحبا Node.js 24 في الرياض (الإصدار 3.5) صدر اليوم</div>
      <div lang="he" style="direction: rtl">שלום World, גרסה 2.0 יצאה ב-12 במאי</div>
      <div style="text-align: center; font-weight: 700">日本語のBoldと한국어 Bold und Öffnung</div>
      <p style="margin: 0">Inline <b>bold 太字</b>, <i>italic</i> and <span style="color: #dc2626">красный</span>.</p>
      <div style="font-family: Noto Sans JP; font-weight: 300">Latin in Noto Sans JP, 細い字</div>
      <div style='font-family: "No Such Font", Georgia'>An unknown family falls back.</div>
    `),
  ),
  {
    name: 'han-by-language',
    options: { width: 600, height: 320 },
    tree: box(
      `${page}; font-size: 48`,
      ['ja', 'ko', 'zh-Hans', 'zh-Hant'].map((lang) =>
        h(
          'div',
          { lang, style: 'display: flex; gap: 24; align-items: center' },
          box('font-size: 16; width: 90', lang),
          '直骨誤角次令',
        ),
      ),
    ),
  },
  boxCase(
    'emoji',
    `${page}; font-size: 40; gap: 12`,
    box({}, 'Launch 🚀 week 🎉 is here 🥳'),
    box({}, '👍🏻👍🏼👍🏽👍🏾👍🏿 👋🏽 🧑🏿‍💻'),
    box({}, '🇩🇪🇯🇵🇧🇷🇺🇦 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏳️‍🌈 🏴‍☠️'),
    box({}, '👨‍👩‍👧‍👦 👩‍❤️‍💋‍👨 🧑‍🚀 ❤️‍🔥'),
    box({}, '1️⃣ 2️⃣ #️⃣ ©️ ™ © ☎️ ☎ ❤️ ❤ ✔️ ✔'),
    box('font-size: 20; text-align: center', 'small 🙂 in a centred line ✨ of text'),
  ),
  boxCase(
    'symbols',
    `${page}; font-size: 30; gap: 10`,
    box({}, '← ↑ → ↓ ↔ ⇒ ⇐ ↗ ↩ ⟶ ➜ ➔'),
    box({}, '★ ☆ ✓ ✔ ✗ ✘ ● ○ ■ □ ▲ △ ▶ ◆ ◇'),
    box({}, '∑ ∏ √ ∞ ≈ ≠ ≤ ≥ ± × ÷ ∂ ∫ ∈ ∅ ∀'),
    box({}, '€ £ ¥ ₹ ₽ ₩ ₿ ¢ § ¶ † ‡ • … ‰ ′ ″'),
    box({}, '½ ⅓ ¼ ¾ ⅛ ² ³ ⁴ ₂ ① ② ③ ⑩ Ⅳ ℃ № ™ ®'),
    box({}, '♠ ♥ ♦ ♣ ♪ ♫ ☀ ☁ ☂ ⌘ ⌥ ⇧ ⏎ ⌫'),
  ),
  boxCase(
    'paragraphs',
    `${page}; font-size: 18; gap: 12`,
    html(`
      <div style="line-height: 1.5; text-align: justify">A paragraph long enough to need several lines, so that the
        places where it breaks, the space between its lines and its justification can all be seen at once in one
        picture.</div>
      <div style="white-space: nowrap; overflow: hidden; text-overflow: ellipsis; width: 400">One line that is too
        long for its box and ends in an ellipsis</div>
      <div style="display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; overflow: hidden;
        width: 360">Text clamped to two lines: what does not fit into them is cut off, and an ellipsis says that there
        was more of it to read.</div>
      <div style="letter-spacing: 4; text-transform: uppercase; font-size: 14">letter spacing, straße</div>
      <div style="text-decoration: underline; text-decoration-color: #2563eb">Underlined with gaps for jgpqy</div>
    `),
    box('white-space: pre-wrap; font-size: 15', 'Lines\nas they\n    are written'),
    box('text-wrap: balance; width: 420; font-weight: 700', 'A balanced headline has lines of about the same length'),
  ),
];
