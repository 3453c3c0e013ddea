import { fail } from 'image-url-contract/errors.ts';
import { routes } from 'image-url-contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { countOnDemandFailure } from '../../lambdas/deliver/on-demand-failure.ts';

const getCounted = (error: unknown) => {
  const counted: object[] = [];
  countOnDemandFailure({ count: (values) => void counted.push(values) }, error);
  return counted;
};
const failing = (code: string) => getCounted(fail(code as 'TEMPLATE_NOT_FOUND'));

describe('a request for an on-demand URL that fails', () => {
  it.each([
    ['INVALID_VARIABLES', 'InvalidVariables'],
    ['TEMPLATE_NOT_FOUND', 'MissingTemplates'],
    ['VERSION_NOT_FOUND', 'MissingTemplates'],
    ['SUBSCRIPTION_INACTIVE', 'InactiveAccounts'],
    ['RENDER_ERROR', 'FailedFirstRenders'],
  ])('with %s is counted as %s', (code, metric) => {
    expect(failing(code)).toEqual([{ [metric]: 1 }]);
  });

  it('with a limit is counted as one that was reached, whichever limit it is', () => {
    expect(getCounted(fail('QUOTA_EXCEEDED', { unit: 'mint', limit: 5 }))).toEqual([{ LimitsReached: 1 }]);
  });

  it('for an unexpected reason is counted as the service’s', () => {
    expect(getCounted(new Error('no answer of the table'))).toEqual([{ FailedFirstRenders: 1 }]);
  });

  it('because it is forged or has ended is not counted: anyone can send those', () => {
    const ends = ['INVALID_SIGNATURE', 'URL_EXPIRED', 'URL_DENIED', 'URL_REVOKED'];
    expect(routes.renderOnDemand.errors).toEqual(expect.arrayContaining(ends));
    expect(ends.flatMap(failing)).toEqual([]);
  });
});
