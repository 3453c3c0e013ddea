import { describe, expect, it } from 'vitest';
import { checkOptions } from '#engine/lint/source/template-options.ts';

const at = { line: 3, column: 14, fields: { width: { line: 4, column: 3 } } };

describe('options of a template', () => {
  it('may be absent', () => {
    expect(checkOptions(undefined, undefined)).toEqual({ options: {}, errors: [], warnings: [] });
  });

  it('contain what is set, and warn of unknown names', () => {
    const given = { width: 4096, height: 1, format: 'jpeg', quality: 0, devicePixelRatio: 1.5, dpr: 2 };
    const { options, errors, warnings } = checkOptions(given, at);
    expect(options).toEqual({ width: 4096, height: 1, format: 'jpeg', quality: 0, devicePixelRatio: 1.5 });
    expect(errors).toEqual([]);
    expect(warnings).toEqual([
      expect.objectContaining({ code: 'unknown-option', line: 3, message: expect.stringContaining('dpr') }),
    ]);
  });

  it.each([
    ['width', 0],
    ['width', 4097],
    ['width', 1.5],
    ['width', '100'],
    ['height', -1],
    ['height', null],
    ['format', 'gif'],
    ['quality', 101],
    ['quality', -1],
    ['devicePixelRatio', 0],
    ['devicePixelRatio', '2'],
  ])('refuse %s %j, naming the field and its place', (name, value) => {
    const { errors } = checkOptions({ [name]: value }, at);
    const position = name === 'width' ? { line: 4, column: 3 } : { line: 3, column: 14 };
    expect(errors).toEqual([
      { ...position, code: 'options', message: expect.stringContaining(`options.${name} must be`) },
    ]);
  });

  it.each([
    ['more pixels than can be rendered', { width: 4096, height: 4096, devicePixelRatio: 1.01 }],
    ['more pixels with the default height', { width: 4096, devicePixelRatio: 4 }],
    ['no pixel at all', { width: 1, devicePixelRatio: 0.4 }],
    ['a side longer than a jpeg can have', { width: 1, height: 4096, format: 'jpeg', devicePixelRatio: 16 }],
  ])('refuse %s', (_title, given) => {
    expect(checkOptions(given, at).errors).toEqual([
      expect.objectContaining({ message: expect.stringContaining('pixels') }),
    ]);
  });

  it.each([null, 'png', 3, ['png']].map((given) => [given]))('must be an object, not %j', (given) => {
    expect(checkOptions(given, at).errors).toEqual([
      expect.objectContaining({ message: 'options must be an object.' }),
    ]);
  });
});
