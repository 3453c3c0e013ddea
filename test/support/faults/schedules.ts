import { fc, weighted } from '../fast-check.ts';
import type { Fault } from './fault-proxy.ts';

/* Generated schedules of faults and calls: every kind of fault, at any call, on any route. */

/** One call of a schedule. `timeMs` is what its function has left. */
export type Call = { readonly timeMs: number } & (
  | { readonly route: 'mintUrl' }
  | { readonly route: 'mintUrls'; readonly size: number }
  | { readonly route: 'listTemplates' | 'getTemplate' | 'createTemplate' }
  | { readonly route: 'updateTemplate'; readonly change: 'name' | 'code' | 'both' }
  | { readonly route: 'generateTemplates'; readonly prompts: readonly Prompt[] }
  | { readonly route: 'reviseTemplate'; readonly prompt: Prompt }
  | { readonly route: 'renderImage'; readonly width: number }
  | { readonly route: 'resetQuotas' | 'rotateSigningKey' }
);

export const prompts = ['good', 'prose', 'throttled once', 'server error', 'nonsense', 'silent'] as const;
export type Prompt = (typeof prompts)[number];

/** What happens to the calls of each service, in the order they come; afterwards all goes well. */
export interface Schedule {
  readonly dynamoDb: readonly (Fault | undefined)[];
  readonly s3: readonly (Fault | undefined)[];
  readonly secrets: readonly (Fault | undefined)[];
  readonly calls: readonly Call[];
}

const quick: readonly Fault[] = ['throttle', 'error', 'reset', 'lost', 'errorAfter', 'cut'];
const silent: readonly Fault[] = ['stall', 'stallAfter', 'late'];

const faults = (more: readonly Fault[], longest: number) =>
  fc.array(
    fc.oneof(
      weighted(40, fc.constant(undefined)),
      weighted(40, fc.constantFrom(...quick, ...more)),
      // each of these costs seconds
      weighted(1, fc.constantFrom(...silent)),
    ),
    { maxLength: longest },
  );

const shortMs = fc.integer({ min: 3_500, max: 9_000 });
const timeMs = fc.oneof(weighted(1, shortMs), weighted(2, fc.constant(28_000)));
const plain = <R extends Call['route']>(...routes: R[]) => fc.record({ route: fc.constantFrom(...routes), timeMs });

const is = <R extends Call['route']>(route: R) => fc.constant(route);
const call: fc.Arbitrary<Call> = fc.oneof(
  weighted(4, plain('mintUrl')),
  weighted(4, fc.record({ route: is('mintUrls'), size: fc.integer({ min: 1, max: 25 }), timeMs })),
  weighted(3, plain('listTemplates', 'getTemplate', 'createTemplate')),
  weighted(2, fc.record({ route: is('updateTemplate'), change: fc.constantFrom('name', 'code', 'both'), timeMs })),
  // a silent model is waited for to the end
  weighted(
    2,
    fc.record({
      route: is('generateTemplates'),
      prompts: fc.array(fc.constantFrom(...prompts), { minLength: 1, maxLength: 5 }),
      timeMs: shortMs,
    }),
  ),
  weighted(1, fc.record({ route: is('reviseTemplate'), prompt: fc.constantFrom(...prompts), timeMs: shortMs })),
  weighted(3, fc.record({ route: is('renderImage'), width: fc.integer({ min: 8, max: 64 }), timeMs })),
  weighted(1, plain('resetQuotas', 'rotateSigningKey')),
);

export const schedule: fc.Arbitrary<Schedule> = fc.record({
  dynamoDb: faults(['half', 'none'], 40),
  s3: faults([], 20),
  secrets: faults([], 6),
  calls: fc.array(call, { minLength: 1, maxLength: 6 }),
});
