import type { HanLanguage } from './catalogue.ts';

/** Frequent characters that exist only in traditional or only in simplified Chinese. */
const traditional =
  /[們這個國說時會學來對為發樣經過還後見東車門馬長問開關實點電話體與無當兩進書頭樂龍魚鳥雲氣廣愛聽讀寫買賣錢鐵機網達運選遠邊]/gu;
const simplified =
  /[们这个国说时会学来对为发样经过还后见东车门马长问开关实点电话体与无当两进书头乐龙鱼鸟云气广爱听读写买卖钱铁机网达运选远边]/gu;

/** Returns the language of a `lang` attribute that determines the glyphs of Han characters; undefined for others. */
export const getHanLanguage = (lang: string): HanLanguage | undefined => {
  const [language, ...rest] = lang.toLowerCase().split(/[-_]/);
  if (language === 'ja' || language === 'ko') return language;
  if (language === 'yue') return 'zh-Hant';
  if (language !== 'zh') return undefined;
  return rest.some((part) => ['hant', 'tw', 'hk', 'mo'].includes(part)) && !rest.includes('hans')
    ? 'zh-Hant'
    : 'zh-Hans';
};

/** Guesses the language of a text with Han characters from its kana, Bopomofo, hangul or variant characters. */
export const guessHanLanguage = (text: string): HanLanguage => {
  if (/[\p{sc=Hira}\p{sc=Kana}]/u.test(text)) return 'ja';
  if (/\p{sc=Bopomofo}/u.test(text)) return 'zh-Hant';
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const [old, plain] = [count(traditional), count(simplified)];
  if (old !== plain) return old > plain ? 'zh-Hant' : 'zh-Hans';
  return /\p{sc=Hangul}/u.test(text) ? 'ko' : 'zh-Hans';
};

export const isEastAsian = (text: string): boolean =>
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hangul}\p{scx=Bopo}\uff00-\uffef]/u.test(text);
