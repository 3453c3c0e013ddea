import { expect, it } from 'vitest';
import { type Capability, capabilities } from '../../../lambdas/config/capabilities.ts';
import { functions } from '../../../lambdas/config/functions.ts';
import { guardedCapabilities, guards } from '../../../lambdas/config/guards.ts';
import { type RouteId, routes } from '../../../lambdas/contract/routes.ts';

const guarded: ReadonlySet<Capability> = new Set(guardedCapabilities);
const needsGuard = (id: RouteId): boolean =>
  functions[id].needs.some((capability) => guarded.has(capability)) || 'renders' in functions[id];

it('every route that can fetch, store bytes or render has a guard, and no other', () => {
  const ids = (Object.keys(routes) as RouteId[]).filter(needsGuard);
  expect(Object.keys(guards).toSorted()).toEqual(ids.toSorted());
});

it('every capability that fetches or stores bytes is guarded', () => {
  const known: readonly Capability[] = [
    ...guardedCapabilities,
    // packs of families are those of the font source; bytes of remote images those that were fetched
    ...(['fontPacks:write', 'cachedRemoteImages:write'] as const),
  ];
  const bytes = (Object.keys(capabilities) as Capability[]).filter((name) =>
    capabilities[name].grants.some(({ actions }) => (actions as readonly string[]).includes('s3:PutObject')),
  );
  const fetching = (Object.keys(capabilities) as Capability[]).filter((name) => name.endsWith(':fetch'));
  expect([...bytes, ...fetching].filter((name) => !known.includes(name))).toEqual([]);
});
