import type { GoldenCase } from '../case.ts';
import { box, h, styled } from '../element.ts';
import { getPages } from '../page.ts';

const page = getPages({ flexDirection: 'column', padding: 28, gap: 14, background: 'white', fontSize: 24 });
const rtl = { direction: 'rtl' };

export const directionCases: readonly GoldenCase[] = [
  page(
    'right-to-left-card',
    { direction: 'rtl', background: '#0f172a', color: 'white' },
    box({ fontSize: 18, color: '#94a3b8' }, 'مدونة التقنية'),
    box({ fontSize: 40, fontWeight: 700, lineHeight: 1.4 }, 'كيف نبني خدمة صور سريعة'),
    box(
      { display: 'flex', gap: 12, marginTop: 'auto', alignItems: 'center', fontSize: 18 },
      box({ width: 40, height: 40, borderRadius: 20, background: '#38bdf8' }),
      h('span', {}, 'سارة'),
    ),
  ),
  page(
    'right-to-left-inline',
    { display: 'block' },
    h(
      'p',
      { lang: 'ar', style: { ...rtl, margin: 0 } },
      'هذا نص ',
      h('b', {}, 'عريض جدا'),
      ' ثم ',
      styled('span', { color: '#dc2626' }, 'أحمر'),
      ' في النهاية',
    ),
    h(
      'p',
      { lang: 'he', style: rtl },
      'זה טקסט ',
      h('b', {}, 'מודגש'),
      ' ואז ',
      styled('span', { color: '#2563eb' }, 'כחול'),
      ' בסוף',
    ),
    h(
      'p',
      { lang: 'he', style: rtl },
      'גרסה ',
      h('b', {}, '2.5'),
      ' של ',
      styled('span', { color: '#059669' }, 'Node.js'),
      ' יצאה',
    ),
  ),
  page(
    'right-to-left-quotes',
    { display: 'block', fontSize: 22 },
    ...['q', 'time', 'samp', 'sup'].map((type) =>
      h(
        'p',
        { lang: 'he', style: { ...rtl, margin: 0 } },
        'זה טקסט ',
        styled(type, { color: '#2563eb' }, 'מצוטט'),
        ' ואז סוף',
      ),
    ),
  ),
  page(
    'marks-over-letters',
    { fontSize: 34, gap: 4 },
    h('div', { lang: 'ar', style: rtl }, 'الْعَرَبِيَّةُ لُغَةٌ'),
    h('div', { lang: 'he', style: rtl }, 'בְּרֵאשִׁית בָּרָא'),
    box({}, 'ที่นี่ น้ำ ปั้น ญี่ปุ่น'),
    box({}, 'हिन्दी में कर्मों की'),
  ),
  page(
    'thai-paragraph',
    { lineHeight: 1.6 },
    h('div', { lang: 'th' }, 'ภาษาไทยเขียนติดกันโดยไม่มีช่องว่างระหว่างคำดังนั้นบรรทัดจึงต้องตัดตามคำในพจนานุกรม'),
  ),
  page(
    'japanese-paragraph',
    { lineHeight: 1.6 },
    h(
      'div',
      { lang: 'ja' },
      '画像はテンプレートから一度だけ描かれ、その後はキャッシュから配信されます。句読点は行頭に来ません。',
    ),
  ),
  page(
    'korean-paragraph',
    { lineHeight: 1.6 },
    h(
      'div',
      { lang: 'ko' },
      '이미지는 템플릿에서 한 번만 그려지고 그 다음에는 캐시에서 전달됩니다. 줄은 단어에서 바뀝니다.',
    ),
  ),
  page(
    'chinese-paragraph',
    { lineHeight: 1.6 },
    h('div', { lang: 'zh-CN' }, '图片只从模板绘制一次，之后由缓存提供。标点符号不会出现在行首，“引号”也是如此。'),
  ),
  page(
    'hindi-paragraph',
    { lineHeight: 1.6 },
    h('div', { lang: 'hi' }, 'चित्र एक बार टेम्पलेट से बनाया जाता है और फिर कैश से दिया जाता है।'),
  ),
];
