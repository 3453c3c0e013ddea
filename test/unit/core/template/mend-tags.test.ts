import { describe, expect, it } from 'vitest';
import { draftTemplate } from '../../../../lambdas/core/template/render-plan/draft.ts';

const getPositions = (source: string) => {
  const draft = draftTemplate(source);
  return draft.ok ? [] : draft.errors.map(({ line, column, code }) => `${line}:${column} ${code}`).sort();
};

describe('what is wrong besides tags that are closed wrongly', () => {
  it.each([
    ['a tag left open', '<i><b>{document.title}</i>', ['3:31 syntax', '3:16 unavailable']],
    [
      'a tag left open before it on the line',
      '<i><b>x</i><u>{document.title}</u>',
      ['3:16 syntax', '3:24 unavailable'],
    ],
    ['a tag closed by another name', '<i>x</span><u>{document.title}</u>', ['3:13 syntax', '3:24 unavailable']],
    ['a tag that closes nothing', '<i>x</i></b><u>{document.title}</u>', ['3:17 syntax', '3:25 unavailable']],
  ])('is reported at its position in the source: %s', (_what, jsx, expected) => {
    const source = `import { Chart } from 'chart.js';\nexport default () => <div>\n        ${jsx}\n</div>;`;

    const positions = getPositions(source);

    expect(positions.some((position) => position.startsWith('1:'))).toBe(true);
    expect(positions.filter((position) => position.startsWith('3:'))).toEqual(expected.sort());
  });

  it('is left out where the meaning is ambiguous', () => {
    expect(getPositions('export default () => <div><b {document.title}</div>;')).toHaveLength(1);
  });
});
