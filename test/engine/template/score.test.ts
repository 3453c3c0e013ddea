import { describe, expect, it } from 'vitest';
import { errorCodes, warningCodes } from '#engine/diagnostics/diagnostic-codes.ts';
import { type CaseDiagnostic, getScore } from '#engine/lint/values/score.ts';
import { fc } from '../../support/fast-check.ts';

const codes = [...Object.keys(errorCodes), ...Object.keys(warningCodes)] as CaseDiagnostic['code'][];
const diagnostics = fc.array(
  fc.record(
    {
      ...{
        line: fc.nat(),
        column: fc.nat(),
        message: fc.string(),
        code: fc.constantFrom(...codes),
        isError: fc.boolean(),
      },
      ...{ degree: fc.double({ min: 0, max: 1, noNaN: true }), caseName: fc.constantFrom('Empty', 'Arabic') },
    },
    { requiredKeys: ['line', 'column', 'message', 'code', 'isError'] },
  ),
  { minLength: 1, maxLength: 30 },
) as fc.Arbitrary<CaseDiagnostic[]>;

describe('the score', () => {
  it('is 100 without a finding, and stays between 0 and 100', () => {
    expect(getScore([])).toBe(100);
    fc.assert(
      fc.property(diagnostics, (all) => {
        expect(getScore(all)).toBeGreaterThanOrEqual(0);
        expect(getScore(all)).toBeLessThanOrEqual(100);
      }),
    );
  });

  it('never rises with a finding more, in whatever place', () => {
    fc.assert(
      fc.property(diagnostics, fc.nat(), (all, at) => {
        const without = all.toSpliced(at % all.length, 1);
        expect(getScore(all)).toBeLessThanOrEqual(getScore(without) + 1e-9);
      }),
    );
  });

  it('never rises with a worse degree', () => {
    fc.assert(
      fc.property(diagnostics, fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), (all, at, less) => {
        const position = at % all.length;
        const one = all[position] as CaseDiagnostic;
        const milder = all.with(position, { ...one, degree: (one.degree ?? 1) * less });

        expect(getScore(all)).toBeLessThanOrEqual(getScore(milder) + 1e-9);
      }),
    );
  });

  it('counts a template that does not run as worse than any one warning', () => {
    const position = { line: 1, column: 1, message: '' };
    const broken = getScore([{ ...position, code: 'does-not-run', isError: true }]);
    for (const code of Object.keys(warningCodes) as CaseDiagnostic['code'][])
      expect(getScore([{ ...position, code, isError: false }])).toBeGreaterThan(broken);
  });
});
