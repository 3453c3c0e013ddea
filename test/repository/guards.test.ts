import { type RouteId, routes } from 'image-url-contract/routes.ts';
import { expect, it } from 'vitest';
import { type Capability, capabilities } from '../../lambdas/config/capabilities.ts';
import { functionOf, functions, getNeeds } from '../../lambdas/config/functions.ts';
import { guardedCapabilities, guards } from '../../lambdas/config/guards.ts';

const guarded: ReadonlySet<Capability> = new Set(guardedCapabilities);
const needsGuard = (id: RouteId): boolean => getNeeds(id).some((capability) => guarded.has(capability));

it('every route that can fetch, store bytes or render has a guard, and no other', () => {
  const ids = (Object.keys(routes) as RouteId[]).filter(needsGuard);
  expect(Object.keys(guards).toSorted()).toEqual(ids.toSorted());
});

it('every function that renders has a route with a guard', () => {
  const functionIds = Object.keys(functions) as (keyof typeof functions)[];
  const guardedFunctions = new Set((Object.keys(guards) as (keyof typeof guards)[]).map((id) => functionOf[id]));
  const rendering = functionIds.filter((id) => 'renders' in functions[id]);
  expect(rendering.length).toBeGreaterThan(5);
  expect(rendering.filter((id) => !guardedFunctions.has(id as never))).toEqual([]);
});

it('every capability that fetches or stores bytes is guarded', () => {
  const known: readonly Capability[] = [
    ...guardedCapabilities,
    // packs of families are those of the font source; bytes of remote images those that were fetched
    ...(['fontPacks:write', 'cachedRemoteImages:write'] as const),
    // lists of ids, written by deployments only
    'templateSets:write',
  ];
  const bytes = (Object.keys(capabilities) as Capability[]).filter((name) =>
    capabilities[name].grants.some(({ actions }) => (actions as readonly string[]).includes('s3:PutObject')),
  );
  const fetching = (Object.keys(capabilities) as Capability[]).filter((name) => name.endsWith(':fetch'));
  expect([...bytes, ...fetching].filter((name) => !known.includes(name))).toEqual([]);
});
