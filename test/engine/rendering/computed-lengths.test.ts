import { describe, expect, it } from 'vitest';
import { computeLengths } from '#engine/styles/values/computed-lengths.ts';

const image = { width: 1200, height: 600 };

describe('lengths that refer to the image', () => {
  it.each([
    ['10vw', '120px'],
    ['10vh 5vmin', '60px 30px'],
    ['50dvh', '300px'],
    ['1.5svw', '18px'],
    ['-10VH', '-60px'],
    ['url("10vh.png")', 'url("10vh.png")'],
    ['"10vh"', '"10vh"'],
  ])('%s is %s', (value, computed) => {
    expect(computeLengths(value, { image })).toBe(computed);
  });
});

describe('functions of lengths', () => {
  it.each([
    ['min(300px, 20em)', '300px'],
    ['max(8px, 2vw)', '24px'],
    ['clamp(16px, 4vw, 44px)', '44px'],
    ['clamp(1rem, calc(1rem + 2vw), 3rem)', '40px'],
    ['calc(min(10px, 20px) * 2)', '20px'],
    ['min(1px + 2px, (4px - 1px) / 3)', '1px'],
    ['clamp(0, 2, 1)', '1'],
    ['1px solid rgb(0 0 0 / max(0.5, 0.2))', '1px solid rgb(0 0 0 / 0.5)'],
  ])('%s is %s', (value, computed) => {
    expect(computeLengths(value, { image, fontSize: 20 })).toBe(computed);
  });

  it.each([
    'min(300px, 80%)',
    'min(300px, 3)',
    'clamp(1px, 2px)',
    'max()',
    'min(1px',
    'min(1px / 0, 2px)',
    'min(var(--a), 2px)',
    'minmax(10px, 1fr)',
    'clamp(1px)',
    'calc(100% - 24px)',
    'calc((100% - 24px) / 0)',
    'calc((100% - 24px) * 2px)',
    'calc((100% - 24) / 3)',
    'calc(min(50%, 10px) * 2)',
  ])('%s stays as it is', (value) => {
    expect(computeLengths(value, { image, fontSize: 20 })).toBe(value);
  });

  it.each([
    ['calc((100% - 24px) / 3)', 'calc(33.3333% - 8px)'],
    ['calc(2 * (50% + 4px))', 'calc(100% + 8px)'],
    ['calc((100% - 2 * calc(1em + 4px)) * 0.5)', 'calc(50% - 24px)'],
    ['1 1 calc((100%) / 4)', '1 1 25%'],
    ['calc((1 + 2) * 30)', '90'],
  ])('%s is %s, whatever the percentage is of', (value, written) => {
    expect(computeLengths(value, { image, fontSize: 20 })).toBe(written);
  });

  it('computes a function whatever is around it, and of functions that nest too deep only the inner ones', () => {
    const colours = 'rgb(0 0 0) '.repeat(100);
    expect(computeLengths(`${colours}min(1px, 2px)`, { image })).toBe(`${colours}1px`);
    const nested = computeLengths(`${'min('.repeat(100)}1px${')'.repeat(100)}`, { image });
    expect(nested).toMatch(/^(?:min\(){60,}1px\)+$/);
  });

  it('computes percentages of a known length', () => {
    expect(computeLengths('min(300px, 80%)', { image, percentage: 200 })).toBe('160px');
  });

  it('leaves em alone where the font size is unknown', () => {
    expect(computeLengths('max(1em, 2px)', { image })).toBe('max(1em, 2px)');
  });
});
