import { getDefault, getLabel } from 'image-url-studio/page/variables/kinds.ts';
import { describe, expect, it } from 'vitest';
import { getKind } from '#engine/template/edge-cases/edge-cases.ts';

describe('the control of a variable', () => {
  it.each([
    ['title', 'Hello', 'text'],
    ['title', 'x'.repeat(61), 'long text'],
    ['summary', '', 'long text'],
    ['price', 12.5, 'number'],
    ['isNew', false, 'switch'],
    ['accent', '#0b6b53', 'colour'],
    ['accentColor', '', 'colour'],
    ['theme', 'rgb(1 2 3)', 'colour'],
    ['tags', ['a'], 'list'],
    ['author', { name: 'Ines' }, 'object'],
    ['avatar', '', 'image'],
    ['anything', 'https://example.com/a.png', 'image'],
    ['coverImage', 'data:image/png;base64,AA', 'image'],
    ['icon', 'a sun and a moon', 'text'],
    ['left', null, 'text'],
  ])('%s, %j: %s', (name, value, kind) => {
    expect(getKind(name, value)).toBe(kind);
  });

  it.each([
    ['const Card = ({ year = 2026 }) => 0', '2026', 2026],
    ["const Card = ({ year = '2026' }) => 0", '2026', '2026'],
    ["({ year }: Props) => props.year ?? '2026'", '2026', '2026'],
    ['({ year = true })', 'true', true],
    ['({ year = "true" })', 'true', 'true'],
    ['({ year = [1, 2] })', '[1,2]', [1, 2]],
    ['({ year = "{" })', '{', '{'],
    ['({ year = now() })', '{broken', '{broken'],
    ["({ theyear = 'a', year = 5 })", '5', 5],
  ])('reads the default of %s', (code, defaultValue, value) => {
    expect(getDefault({ name: 'year', defaultValue }, code)).toEqual(value);
  });

  it.each([
    ['readingTime', 'Reading time'],
    ['author_name', 'Author name'],
    ['x', 'X'],
  ])('is labelled: %s as %s', (name, label) => {
    expect(getLabel(name)).toBe(label);
  });
});
