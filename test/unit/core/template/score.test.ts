import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { errorCodes, warningCodes } from '../../../../lambdas/core/template/check/diagnostic-codes.ts';
import type { Finding } from '../../../../lambdas/core/template/findings/finding.ts';
import { scoreOf } from '../../../../lambdas/core/template/findings/score.ts';

const codes = [...Object.keys(errorCodes), ...Object.keys(warningCodes)] as Finding['code'][];
const findings = fc.array(
  fc.record(
    {
      line: fc.nat(),
      column: fc.nat(),
      message: fc.string(),
      code: fc.constantFrom(...codes),
      isError: fc.boolean(),
      degree: fc.double({ min: 0, max: 1, noNaN: true }),
      caseName: fc.constantFrom('Empty', 'Arabic'),
    },
    { requiredKeys: ['line', 'column', 'message', 'code', 'isError'] },
  ),
  { minLength: 1, maxLength: 30 },
) as fc.Arbitrary<Finding[]>;

describe('the score', () => {
  it('is 100 without a finding, and stays between 0 and 100', () => {
    expect(scoreOf([])).toBe(100);
    fc.assert(
      fc.property(findings, (all) => {
        expect(scoreOf(all)).toBeGreaterThanOrEqual(0);
        expect(scoreOf(all)).toBeLessThanOrEqual(100);
      }),
    );
  });

  it('never rises with a finding more, in whatever place', () => {
    fc.assert(
      fc.property(findings, fc.nat(), (all, at) => {
        const without = all.toSpliced(at % all.length, 1);

        expect(scoreOf(all)).toBeLessThanOrEqual(scoreOf(without) + 1e-9);
      }),
    );
  });

  it('never rises with a worse degree', () => {
    fc.assert(
      fc.property(findings, fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), (all, at, less) => {
        const place = at % all.length;
        const one = all[place] as Finding;
        const milder = all.with(place, { ...one, degree: (one.degree ?? 1) * less });

        expect(scoreOf(all)).toBeLessThanOrEqual(scoreOf(milder) + 1e-9);
      }),
    );
  });

  it('counts a template that does not run as worse than any one warning', () => {
    const place = { line: 1, column: 1, message: '' };
    const broken = scoreOf([{ ...place, code: 'does-not-run', isError: true }]);

    for (const code of Object.keys(warningCodes) as Finding['code'][])
      expect(scoreOf([{ ...place, code, isError: false }])).toBeGreaterThan(broken);
  });
});
