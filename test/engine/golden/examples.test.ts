import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { errorCodes, warningCodes } from '#engine/diagnostics/diagnostic-codes.ts';
import { usualEngine } from '#engine/engine-names.ts';
import { compileOrFail } from '../../../lambdas/templates/compile-template.ts';
import { exampleNames, renderExample, templatesDocument } from '../../../tools/docs/templates-document.ts';
import { differenceFrom } from './render-case.ts';

/** The one example that is meant to be wrong. */
const careless = 'warnings';
const names = (await exampleNames()).filter((name) => name !== careless);

describe('the examples of the guide for authors', () => {
  it.each(names)('%s compiles, and only says what the guide says of it', async (name) => {
    const { warnings } = await compileOrFail(await readFile(`docs/examples/${name}.jsx`, 'utf8'), {
      now: () => new Date(0),
      defaultEngine: usualEngine,
    });

    const expected = name === 'variables' ? ['required-variable', 'optional-by-guard'] : [];
    expect(warnings.map(({ code }) => code)).toEqual(expected);
  });

  it.each(names)('%s looks as in the guide', async (name) => {
    const { file, bytes } = await renderExample(name);

    expect(await differenceFrom(file, bytes)).toBeLessThanOrEqual(0.0005);
  });

  it('are all in it, with every error and every warning', async () => {
    const guide = await readFile('docs/templates.md', 'utf8');

    expect(await templatesDocument()).toBe(guide);
    for (const name of names) expect(guide).toContain(`<!-- example ${name} -->`);
    for (const code of [...Object.keys(errorCodes), ...Object.keys(warningCodes)])
      expect(guide).toContain(`\`${code}\``);
  });
});
