import { describe, expect, it } from 'vitest';
import { markWords } from '../../../../lambdas/core/rendering/tree/word-breaks.ts';

describe('words without spaces between them', () => {
  it.each([
    ['Thai', 'ภาษาไทยดี', 'ภาษา\u200bไทย\u200bดี'],
    ['Lao', 'ພາສາລາວ', 'ພາສາ\u200bລາວ'],
  ])('are told apart in %s', (_name, text, marked) => {
    expect(markWords(text)).toBe(marked);
  });

  it.each(['ខ្ញុំចង់ទៅផ្ទះនៅភ្នំពេញ', 'ကျွန်တော်အိမ်ကိုသွားမယ်'])('get places to break, and nothing else: %s', (text) => {
    const marked = markWords(text);

    expect(marked).toContain('\u200b');
    expect(marked.replaceAll('\u200b', '')).toBe(text);
  });

  it.each(['plain words', '日本語の文', 'مرحبا بالعالم', 'ก'])('are left alone in %s', (text) => {
    expect(markWords(text)).toBe(text);
  });

  it('are found between others', () => {
    expect(markWords('2 ภาษาไทย (th)')).toBe('2 ภาษา\u200bไทย (th)');
  });
});
