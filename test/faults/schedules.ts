import { fc } from '../support/fast-check.ts';
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

/** What the model does with an item. */
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
      { weight: 40, arbitrary: fc.constant(undefined) },
      { weight: 40, arbitrary: fc.constantFrom(...quick, ...more) },
      // each of these costs seconds
      { weight: 1, arbitrary: fc.constantFrom(...silent) },
    ),
    { maxLength: longest },
  );

const shortMs = fc.integer({ min: 3_500, max: 9_000 });
const timeMs = fc.oneof({ weight: 1, arbitrary: shortMs }, { weight: 2, arbitrary: fc.constant(28_000) });
const plain = (
  ...routes: ('listTemplates' | 'getTemplate' | 'createTemplate' | 'resetQuotas' | 'rotateSigningKey')[]
) => fc.record({ route: fc.constantFrom(...routes), timeMs });

const call: fc.Arbitrary<Call> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ route: fc.constant('mintUrl' as const), timeMs }) },
  {
    weight: 4,
    arbitrary: fc.record({ route: fc.constant('mintUrls' as const), size: fc.integer({ min: 1, max: 25 }), timeMs }),
  },
  { weight: 3, arbitrary: plain('listTemplates', 'getTemplate', 'createTemplate') },
  {
    weight: 2,
    arbitrary: fc.record({
      route: fc.constant('updateTemplate' as const),
      change: fc.constantFrom('name' as const, 'code' as const, 'both' as const),
      timeMs,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      route: fc.constant('generateTemplates' as const),
      prompts: fc.array(fc.constantFrom(...prompts), { minLength: 1, maxLength: 5 }),
      // a silent model is waited for to the end
      timeMs: shortMs,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      route: fc.constant('reviseTemplate' as const),
      prompt: fc.constantFrom(...prompts),
      timeMs: shortMs,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      route: fc.constant('renderImage' as const),
      width: fc.integer({ min: 8, max: 64 }),
      timeMs,
    }),
  },
  { weight: 1, arbitrary: plain('resetQuotas', 'rotateSigningKey') },
);

export const schedule: fc.Arbitrary<Schedule> = fc.record({
  dynamoDb: faults(['half', 'none'], 40),
  s3: faults([], 20),
  secrets: faults([], 6),
  calls: fc.array(call, { minLength: 1, maxLength: 6 }),
});
