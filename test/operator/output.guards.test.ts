import { expect, it } from 'vitest';
import { toCsv } from '../../admin/bills.ts';
import { flagSchema } from '../../bin/admin.ts';
import { toJson } from '../../bin/print.ts';

it.each(['=1+1', '+1+1', '-1+1', '@1+1', '\t=1+1', '\r=1+1', '  =1', '＝1+1'])(
  'a name that a spreadsheet would compute is a text in the export: %j',
  (name) => {
    const [, row = ''] = toCsv<{ name: string; mints: number }>(['name', 'mints'], [{ name, mints: -1 }]).split('\r\n');

    expect(row).toMatch(/^"?'/);
    expect(row).toMatch(/,-1$/);
  },
);

it('a usual name is exported as it is', () => {
  expect(toCsv<{ name: string }>(['name'], [{ name: 'Ann, "Bo" & Co' }, { name: 'Ünï 5-a=b' }])).toBe(
    'name\r\n"Ann, ""Bo"" & Co"\r\nÜnï 5-a=b',
  );
});

it('nothing that is stored controls the terminal or turns the text around', () => {
  const name = 'a\u001b[1m\u009b1mb\u007f\u202ec\u2066\u2028\r\n\u0000';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are the ones
  const controls = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/;

  const text = toJson({ [name]: [name] }, 2);

  expect(JSON.parse(text)).toEqual({ [name]: [name] });
  expect(text).not.toMatch(controls);
  expect(toCsv<{ name: string }>(['name'], [{ name }]).replace('\r\n', '')).not.toMatch(controls);
});

it.each(['name', 'contact', 'note'] as const)('--%s is a line of text of at most 500 characters', (flag) => {
  const isValid = (text: string) => flagSchema.safeParse({ [flag]: text }).success;

  expect(['', 'Ünï & Co 🎟', 'x'.repeat(500)].map(isValid)).toEqual([true, true, true]);
  expect(['a\u001b[1m', 'a\nb', 'a\u009bb', 'a\u202eb', 'x'.repeat(501)].map(isValid)).toEqual(Array(5).fill(false));
});
