import type { GoldenCase } from '../case.ts';
import { box, getPages, h, html, styled } from '../element.ts';

const page = getPages('flex-direction: column; padding: 28; gap: 14; background: white; font-size: 24');
const rtl = 'direction: rtl';

export const directionCases: readonly GoldenCase[] = [
  page(
    'right-to-left-card',
    'direction: rtl; background: #0f172a; color: white',
    box('font-size: 18; color: #94a3b8', 'مدونة التقنية'),
    box('font-size: 40; font-weight: 700; line-height: 1.4', 'كيف نبني خدمة صور سريعة'),
    box(
      'display: flex; gap: 12; margin-top: auto; align-items: center; font-size: 18',
      box('width: 40; height: 40; border-radius: 20; background: #38bdf8'),
      h('span', {}, 'سارة'),
    ),
  ),
  page(
    'right-to-left-inline',
    'display: block',
    html(`
      <p lang="ar" style="${rtl}; margin: 0">هذا نص <b>عريض جدا</b> ثم <span style="color: #dc2626">أحمر</span> في
        النهاية</p>
      <p lang="he" style="${rtl}">זה טקסט <b>מודגש</b> ואז <span style="color: #2563eb">כחול</span> בסוף</p>
      <p lang="he" style="${rtl}">גרסה <b>2.5</b> של <span style="color: #059669">Node.js</span> יצאה</p>
    `),
  ),
  page(
    'right-to-left-quotes',
    'display: block; font-size: 22',
    ...['q', 'time', 'samp', 'sup'].map((type) =>
      h(
        'p',
        { lang: 'he', style: `${rtl}; margin: 0` },
        'זה טקסט ',
        styled(type, 'color: #2563eb', 'מצוטט'),
        ' ואז סוף',
      ),
    ),
  ),
  page(
    'marks-over-letters',
    'font-size: 34; gap: 4',
    h('div', { lang: 'ar', style: rtl }, 'الْعَرَبِيَّةُ لُغَةٌ'),
    h('div', { lang: 'he', style: rtl }, 'בְּרֵאשִׁית בָּרָא'),
    box({}, 'ที่นี่ น้ำ ปั้น ญี่ปุ่น'),
    box({}, 'हिन्दी में कर्मों की'),
  ),
  page(
    'thai-paragraph',
    'line-height: 1.6',
    h('div', { lang: 'th' }, 'ภาษาไทยเขียนติดกันโดยไม่มีช่องว่างระหว่างคำดังนั้นบรรทัดจึงต้องตัดตามคำในพจนานุกรม'),
  ),
  page(
    'japanese-paragraph',
    'line-height: 1.6',
    html(`
      <div lang="ja">画像はテンプレートから一度だけ描かれ、その後はキャッシュから配信されます。句読点は行頭に来ません。</div>
    `),
  ),
  page(
    'korean-paragraph',
    'line-height: 1.6',
    html(`
      <div lang="ko">이미지는 템플릿에서 한 번만 그려지고 그 다음에는 캐시에서 전달됩니다. 줄은 단어에서 바뀝니다.</div>
    `),
  ),
  page(
    'chinese-paragraph',
    'line-height: 1.6',
    h('div', { lang: 'zh-CN' }, '图片只从模板绘制一次，之后由缓存提供。标点符号不会出现在行首，“引号”也是如此。'),
  ),
  page(
    'hindi-paragraph',
    'line-height: 1.6',
    h('div', { lang: 'hi' }, 'चित्र एक बार टेम्पलेट से बनाया जाता है और फिर कैश से दिया जाता है।'),
  ),
];
