import { isServiceError } from 'image-url-contract/errors.ts';
import { openFontSource } from 'image-url-outside/fonts/font-source.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { warmRenderWorker } from '#engine/isolation/render/render.ts';
import { createAccount, setAccount } from '../../admin/administer-accounts.ts';
import { administration } from '../../admin/administration.ts';
import type { AdminStore } from '../../admin/store.ts';
import { dynamoDbBudgetReader, dynamoDbBudgets } from '../../lambdas/aws/dynamodb/budgets.ts';
import { dynamoDbGenerationWriter } from '../../lambdas/aws/dynamodb/generations.ts';
import { dynamoDbGenerationQuota } from '../../lambdas/aws/dynamodb/quota-store.ts';
import { dynamoDbTemplateCreator } from '../../lambdas/aws/dynamodb/templates.ts';
import { readEnvironment } from '../../lambdas/config/environment.ts';
import { getBillingPeriod } from '../../lambdas/domain/quota/billing-period.ts';
import { plans } from '../../lambdas/domain/quota/plans.ts';
import { generateTemplates } from '../../lambdas/generation/generate-templates.ts';
import type { TemplateAuthor, Written } from '../../lambdas/ports/author.ts';
import type { Call } from '../../lambdas/ports/use-case.ts';
import { runtime } from '../../lambdas/runtime/runtime.ts';
import { budgetsOf, getUseUp } from '../support/budgets.ts';
import { closeWorkers } from '../support/close-workers.ts';
import { effort, figure } from '../support/effort.ts';
import { fc } from '../support/fast-check.ts';
import { useFaultyCloud } from '../support/faults/faulty-cloud.ts';
import { stillCard } from '../support/faults/service.ts';

/**
 * @promise Quota and cost: Using the model without consuming units: answers that do not compile, throttling,
 *   concurrent requests
 * @how a unit and a place among the month's failed items are reserved before the model is called; as many items may
 *   fail as the plan has units; three calls for an item, retries included
 * @figure never more than 3 x (units + failed items) calls
 */

const cloud = useFaultyCloud();
let store: AdminStore;
beforeAll(async () => {
  Object.assign(process.env, cloud.behind);
  ({ store } = administration());
  await warmRenderWorker();
  // on a busy machine no time is over: what cannot be released in time stays consumed
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal);
});
afterAll(closeWorkers);

const acts = ['good', 'prose', 'throttled', 'broken', 'slow'] as const;
type Act = (typeof acts)[number];
const iterations = 3;

const tokens = { input: 1, cached: 0, output: 1 };
const message = (answer: string): Written => ({ ok: true, answer, isCut: false, tokens });
const answers: Readonly<Record<Act, () => Promise<Written>>> = {
  good: async () => message(`\`\`\`jsx\n${stillCard()}\n\`\`\``),
  prose: async () => message('I would rather write a poem.'),
  slow: async () => new Promise((resolve) => setImmediate(() => resolve(message('A poem, late.')))),
  throttled: async () => ({ ok: false, isUnavailable: false, isBusy: true, cause: new Error('throttled') }),
  broken: async () => ({ ok: false, isUnavailable: false, isBusy: false, cause: new Error('broken') }),
};

/** A model that gives one response after another, to any caller. */
const scripted = (script: readonly Act[]) => {
  let asked = 0;
  const author: TemplateAuthor = {
    isConfigured: true,
    rounds: iterations,
    write: () => {
      asked += 1;
      return answers[script[(asked - 1) % script.length] as Act]();
    },
  };
  return { author, asked: () => asked };
};

const portsWith = (author: TemplateAuthor) => ({
  'callers:read': {
    find: () => Promise.reject(new Error('not asked')),
    noteUse: () => Promise.reject(new Error('not asked')),
  },
  'idempotency:write': { begin: () => Promise.reject(new Error('not asked')) },
  'author:ask': author,
  'fonts:read': { of: async () => [] },
  'fontFiles:read': { read: () => Promise.reject(new Error('not asked')) },
  'fontPacks:read': { read: () => Promise.reject(new Error('not asked')) },
  'fontPacks:write': { find: async () => undefined, put: () => Promise.reject(new Error('not asked')) },
  'fontSource:fetch': openFontSource({ source: '' }),
  'renderPlans:read': { find: () => Promise.reject(new Error('not asked')) },
  'sources:write': { put: async () => ({ codeHash: 'c'.repeat(64), renderPlanHash: 'd'.repeat(64) }) },
  'trees:write': { putAll: async () => [] },
  'generations:spend': dynamoDbGenerationQuota(readEnvironment('generations:spend')),
  'generationProgress:write': dynamoDbGenerationWriter(readEnvironment('generationProgress:write')),
  'budgets:consume': dynamoDbBudgets(readEnvironment('budgets:consume')),
  'budgets:read': dynamoDbBudgetReader(readEnvironment('budgets:read')),
  'templates:create': dynamoDbTemplateCreator(readEnvironment('templates:create')),
});

const getCode = (error: unknown): string => (isServiceError(error) ? error.code : String(error));

const history = fc.record({
  units: fc.integer({ min: 0, max: 3 }),
  failures: fc.integer({ min: 0, max: 4 }),
  script: fc.array(fc.constantFrom(...acts), { minLength: 1, maxLength: 8 }),
  /** Calls one after another; of each, requests at once with so many items. */
  calls: fc.array(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 }), {
    minLength: 1,
    maxLength: 3,
  }),
});

it('a model out of reach leaves no unit reserved when that is answered', async () => {
  const { accountId } = await createAccount(store, runtime, { plan: 'starter' });
  const account = (await store.account(accountId)) ?? expect.fail();
  const cause = new Error('no access');
  const write = async (): Promise<Written> => ({ ok: false, isUnavailable: true, isBusy: false, cause });
  const ports = portsWith({ isConfigured: true, rounds: iterations, write });
  const body = { items: [{ prompt: 'A card' }, { prompt: 'Another' }] };
  const call = { caller: account, body } as Call<'generateTemplates'>;

  // a function may be frozen from its answer on
  const answer = await generateTemplates(ports, runtime, call).catch(getCode);

  const period = getBillingPeriod(account.anchor, runtime.now());
  expect([answer, await ports['generations:spend'].used(accountId, period)]).toEqual(['AI_NOT_CONFIGURED', 0]);
});

it('the model is asked rounds times for each unit and each failed item, and no unit serves two items', async () => {
  const { generations } = plans.starter;
  let [asks, refusals] = [0, 0];
  await fc.assert(
    fc.asyncProperty(history, async ({ units, failures, script, calls }) => {
      const { accountId } = await createAccount(store, runtime, { plan: 'starter' });
      await setAccount(store, runtime, accountId, { generationsUsed: generations - units });
      await getUseUp(store, accountId, 'failed', failures);
      const account = await store.account(accountId);
      if (!account) throw new Error('no account');
      const { author, asked } = scripted(script);
      const ports = portsWith(author);
      const one = async (items: number): Promise<string[]> => {
        try {
          const body = { items: Array.from({ length: items }, () => ({ prompt: 'A card' })) };
          const call = { caller: account, body } as Call<'generateTemplates'>;
          const { results } = await (await generateTemplates(ports, runtime, call)).body;
          return results.map((result) => (result.ok ? 'ok' : result.error.code));
        } catch (error) {
          return [getCode(error)];
        }
      };

      const outcomes: string[] = [];
      for (const crowd of calls) outcomes.push(...(await Promise.all(crowd.map(one))).flat());

      const period = getBillingPeriod(account.anchor, runtime.now());
      const left = generations - (await ports['generations:spend'].used(accountId, period));
      const budget = budgetsOf.failed(account);
      const failed = (await ports['budgets:read'].used(budget)) - (budget.limit - failures);
      const good = outcomes.filter((outcome) => outcome === 'ok').length;
      expect(good).toBe(units - left);
      expect(left).toBeGreaterThanOrEqual(0);
      expect(failed).toBe(outcomes.filter((outcome) => /^(PARSE|GENERATION)_FAILED$/.test(outcome)).length);
      expect(failed).toBeLessThanOrEqual(failures);
      expect(asked()).toBeLessThanOrEqual(iterations * (good + failed));
      asks += asked();
      refusals += outcomes.filter((outcome) => /QUOTA|TOO_MANY/.test(outcome)).length;
    }),
    {
      numRuns: effort(6, 200),
      examples: [
        [{ units: 1, failures: 2, script: ['throttled'], calls: [[1]] }],
        [{ units: 1, failures: 2, script: ['prose', 'slow'], calls: [[5, 5, 1, 1], [3]] }],
      ],
    },
  );
  figure('requests to the model', asks);
  figure('items refused before any', refusals);
});
