import { customPlans } from 'image-url-contract/plans.ts';
import { describe, expect, it } from 'vitest';
import { createUnlimitedPlan, getAllowance, plans } from '../../lambdas/domain/quota/plans.ts';

describe('the plans of a stage', () => {
  it('are the four of the interface where it adds none', () => {
    expect(Object.keys(plans)).toEqual(['free', 'starter', 'pro', 'scale']);
    for (const [name, allowance] of Object.entries(plans)) expect(getAllowance(name)).toEqual(allowance);
  });

  it('are those and its own; what one leaves out is that of the plan it replaces, or of scale', () => {
    const own = customPlans.parse({
      pro: { mints: 5_000, generations: null },
      agency: { mints: 100_000, generations: 0, templates: 50_000, storedBytes: 1, revocations: 7 },
      internal: { mints: null, generations: null },
    });
    const { templates, storedBytes, revocations } = plans.scale;

    expect(getAllowance('free', own)).toEqual(plans.free);
    expect(getAllowance('pro', own)).toEqual({ ...plans.pro, mints: 5_000, generations: null });
    expect(getAllowance('agency', own)).toEqual(own.agency);
    const unlimited = { mints: null, generations: null, templates, storedBytes, revocations };
    expect(getAllowance('internal', own)).toEqual(unlimited);
    expect([createUnlimitedPlan(own), createUnlimitedPlan()]).toEqual(['internal', undefined]);
  });

  it.each(['own', 'constructor', '__proto__', ''])('have no plan %j by accident', (name) => {
    expect(() => getAllowance(name, { internal: { mints: null, generations: null } })).toThrow(`no plan ${name}`);
  });
});

describe('a plan that is refused', () => {
  const limits = { mints: 1, generations: 1 };
  it.each([
    ['without generations', { own: { mints: 1 } }, 'generations'],
    ['with text for a number', { own: { ...limits, mints: '5' } }, 'mints'],
    ['below nothing', { own: { ...limits, generations: -1 } }, 'generations'],
    ['with a part of a mint', { own: { ...limits, mints: 0.5 } }, 'mints'],
    ['without room for a template', { own: { ...limits, templates: 0 } }, 'templates'],
    ['with unlimited bytes', { own: { ...limits, storedBytes: null } }, 'storedBytes'],
    ['with more revocations than the edge shares out', { own: { ...limits, revocations: 1_001 } }, 'revocations'],
    ['with a word nobody knows', { own: { ...limits, seats: 3 } }, 'seats'],
    ['named like nothing', { Own: limits }, 'a plan is named'],
    ['as one of too many', Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`p${n}`, limits])), 'at most 20'],
  ])('is one %s', (_title, own, says) => {
    const { error } = customPlans.safeParse(own);
    expect(JSON.stringify(error?.issues)).toContain(says);
  });

  it('is one too many for the environment of a function', () => {
    const whole = { ...limits, templates: 1_000_000, storedBytes: 1_000_000_000_000, revocations: 1_000 };
    const named = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`plan-with-a-longer-name-${n}`, whole]));
    expect(customPlans.safeParse(named(10)).success).toBe(true);
    expect(customPlans.safeParse(named(20)).error?.message).toContain('2000 characters');
  });
});
