import { randomBytes } from 'node:crypto';
import { parseApiKey } from 'image-url-contract/api-key.ts';
import { isServiceError } from 'image-url-contract/errors.ts';
import { beforeAll, expect, it } from 'vitest';
import { createAccount, createKey, setAccount, showAccount } from '../../admin/administer-accounts.ts';
import { administration } from '../../admin/administration.ts';
import type { AdminStore } from '../../admin/store.ts';
import { dynamoDbAccountRoller } from '../../lambdas/aws/dynamodb/accounts.ts';
import { dynamoDbMinters } from '../../lambdas/aws/dynamodb/callers.ts';
import { dynamoDbQuotaStore } from '../../lambdas/aws/dynamodb/quota-store.ts';
import { dynamoDbUsageEventLister, dynamoDbUsageReader } from '../../lambdas/aws/dynamodb/usage.ts';
import { readEnvironment } from '../../lambdas/config/environment.ts';
import { getBillingPeriod } from '../../lambdas/domain/quota/billing-period.ts';
import { getAllowance, type PlanName, plans } from '../../lambdas/domain/quota/plans.ts';
import { type AccountStatus, isServed } from '../../lambdas/domain/quota/subscription.ts';
import { resetQuotas } from '../../lambdas/jobs/reset-quotas.ts';
import { getUsage } from '../../lambdas/limits/get-usage.ts';
import { consumeUnits, getWantedMints, requireUnits } from '../../lambdas/limits/quota.ts';
import type { QuotaState, QuotaStore } from '../../lambdas/ports/quotas.ts';
import type { Runtime } from '../../lambdas/ports/runtime.ts';
import type { Call } from '../../lambdas/ports/use-case.ts';
import { effort, figure } from '../support/effort.ts';
import { fc, weighted } from '../support/fast-check.ts';
import { useFaultyCloud } from '../support/faults/faulty-cloud.ts';
import { getMonth, type Model, newModel } from '../support/models/billing-model.ts';
import { quietRuntime } from '../support/quiet-runtime.ts';
import { quotaTables } from '../support/quota-store.ts';

/**
 * @promise Exact counting: Any history of mints, batches, generations, rejections, plan changes, cancellations,
 *   resets and clock jumps counts like a simple model
 * @figure long form: 40,655 steps of 3,000 histories agree
 */

/**
 * @promise Exact counting: Counts are the same if the reset runs twice at once, days late or never
 * @figure holds
 */

const cloud = useFaultyCloud();
let store: AdminStore;
beforeAll(async () => {
  // without the proxies: these histories have no faults, and there are many
  Object.assign(process.env, cloud.behind);
  ({ store } = administration());
});

const dayMs = 86_400_000;

/** What may happen to an account; days and hours move the clock on before it does. */
type Event =
  | { readonly kind: 'mint'; readonly units: number }
  | { readonly kind: 'generate' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'plan'; readonly plan: PlanName }
  | { readonly kind: 'status'; readonly status: AccountStatus }
  | { readonly kind: 'reset' }
  | { readonly kind: 'resetTwice' }
  | { readonly kind: 'fill'; readonly left: number }
  | { readonly kind: 'crowd'; readonly sizes: readonly number[] };

const somePlans = ['free', 'starter', 'pro'] as const;
const statuses: AccountStatus[] = ['active', 'active', 'trialing', 'canceled', 'past_due'];
const sizes = fc.array(fc.integer({ min: 1, max: 25 }), { minLength: 2, maxLength: 6 });
const event: fc.Arbitrary<Event> = fc.oneof(
  weighted(6, fc.record({ kind: fc.constant('mint'), units: fc.integer({ min: 1, max: 25 }) })),
  weighted(2, fc.record({ kind: fc.constant('generate') })),
  weighted(1, fc.record({ kind: fc.constant('refused') })),
  weighted(1, fc.record({ kind: fc.constant('plan'), plan: fc.constantFrom<PlanName>(...somePlans) })),
  weighted(1, fc.record({ kind: fc.constant('status'), status: fc.constantFrom(...statuses) })),
  weighted(1, fc.record({ kind: fc.constant('reset') })),
  weighted(1, fc.record({ kind: fc.constant('resetTwice') })),
  weighted(2, fc.record({ kind: fc.constant('fill'), left: fc.integer({ min: 0, max: 30 }) })),
  weighted(1, fc.record({ kind: fc.constant('crowd'), sizes })),
) as fc.Arbitrary<Event>;

/** How far the clock moves: mostly a little, now and then to a millisecond before or after the month's end, or days on. */
const pause = fc.oneof(
  weighted(5, fc.record({ kind: fc.constant('ms'), ms: fc.integer({ min: 0, max: 3_600_000 }) })),
  weighted(2, fc.record({ kind: fc.constant('boundary'), ms: fc.constantFrom(-1, 0, 1) })),
  weighted(1, fc.record({ kind: fc.constant('ms'), ms: fc.integer({ min: dayMs, max: 100 * dayMs }) })),
);

const history = fc.record({
  anchor: fc.date({ min: new Date('2027-01-01'), max: new Date('2028-03-01'), noInvalidDate: true }),
  plan: fc.constantFrom<PlanName>(...somePlans),
  steps: fc.array(fc.tuple(pause, event), { minLength: 6, maxLength: 25 }),
});

/** More units than any of the plans has. */
const tooMany = plans.pro.mints + 1;

/** One account and everything that is done to it, through the service's own use cases and adapters. */
class Account {
  readonly accountId: string;
  private readonly anchor: Date;
  private readonly runtime: Runtime;
  private readonly apiKey: string;
  private readonly stores: { readonly mints: QuotaStore; readonly generations: QuotaStore };

  static async open(runtime: Runtime, plan: PlanName, anchor: Date): Promise<Account> {
    const { accountId } = await createAccount(store, runtime, { plan, anchor });
    return new Account(runtime, accountId, anchor, (await createKey(store, runtime, accountId)).apiKey);
  }

  private constructor(runtime: Runtime, accountId: string, anchor: Date, apiKey: string) {
    this.runtime = runtime;
    this.accountId = accountId;
    this.anchor = anchor;
    this.apiKey = apiKey;
    const tables = quotaTables();
    this.stores = {
      mints: dynamoDbQuotaStore(tables, 'mints'),
      generations: dynamoDbQuotaStore(tables, 'generations'),
    };
  }

  /** What a mint reads: the account, and the usage of its latest month. */
  private async read() {
    const key = parseApiKey(this.apiKey);
    if (!key) throw new Error('unreadable key');
    const { account, usage } = await dynamoDbMinters(readEnvironment('minters:read')).find(key, []);
    return account && isServed(account, this.runtime.now()) ? { account, usage } : undefined;
  }

  /** 'ok', 'quota' or 'inactive'. */
  async mint(units: number): Promise<string> {
    const found = await this.read();
    if (!found) return 'inactive';
    const { account, usage } = found;
    const { mints } = this.stores;
    const wanted = getWantedMints(this.runtime, units, usage);
    try {
      await requireUnits(mints, this.runtime, account, wanted);
      await consumeUnits(mints, this.runtime, account, wanted);
      return 'ok';
    } catch (error) {
      if (isServiceError(error) && error.code === 'QUOTA_EXCEEDED') return 'quota';
      throw error;
    }
  }

  async generate(): Promise<string> {
    const found = await this.read();
    if (!found) return 'inactive';
    const { account } = found;
    const period = getBillingPeriod(account.anchor, this.runtime.now());
    const limit = getAllowance(account.plan).generations ?? expect.fail('no limit');
    const id = randomBytes(12).toString('base64url');
    const { granted } = await this.stores.generations.consume(this.accountId, period, 1, limit, { name: id });
    return granted ? 'ok' : 'quota';
  }

  set(change: Parameters<typeof setAccount>[3]) {
    return setAccount(store, this.runtime, this.accountId, change);
  }

  reset() {
    const roller = dynamoDbAccountRoller(readEnvironment('accounts:roll'));
    const onlyThis = {
      ...roller,
      async *due(moment: Date) {
        for await (const account of roller.due(moment)) if (account.id === this.accountId) yield account;
      },
      accountId: this.accountId,
    };
    return resetQuotas({ 'accounts:roll': onlyThis }, this.runtime, this.runtime.now());
  }

  usage() {
    return store.usage(this.accountId, getBillingPeriod(this.anchor, this.runtime.now()));
  }
  /** What `GET /v1/usage` answers. */
  async see() {
    const account = (await store.account(this.accountId)) ?? expect.fail('There is no account.');
    const ports = {
      'usage:read': dynamoDbUsageReader(readEnvironment('usage:read')),
      'usageEvents:list': dynamoDbUsageEventLister(readEnvironment('usageEvents:list')),
    };
    return getUsage(ports, this.runtime, { caller: account } as Call<'getUsage'>);
  }
  show() {
    return showAccount(store, this.runtime, this.accountId);
  }
}

const step = async (account: Account, model: Model, happening: Event, now: Date): Promise<void> => {
  switch (happening.kind) {
    case 'mint':
      expect(await account.mint(happening.units)).toBe(model.mint(happening.units, now));
      break;
    case 'generate':
      expect(await account.generate()).toBe(model.generate(now));
      break;
    case 'refused':
      expect(await account.mint(tooMany)).toBe(model.mint(tooMany, now));
      break;
    case 'plan':
      await account.set({ plan: happening.plan });
      model.set({ plan: happening.plan }, now);
      break;
    case 'status':
      await account.set({ status: happening.status });
      model.set({ status: happening.status }, now);
      break;
    case 'fill': {
      const mintsUsed = Math.max(0, model.mintLimit() - happening.left);
      await account.set({ mintsUsed });
      model.set({ mintsUsed }, now);
      break;
    }
    case 'reset':
      await account.reset();
      model.reset(now);
      break;
    case 'resetTwice':
      await Promise.all([account.reset(), account.reset()]);
      model.reset(now);
      break;
    case 'crowd': {
      // which of them succeed is undefined; their sum is not
      const left = model.left(now);
      const results = await Promise.all(happening.sizes.map((size) => account.mint(size)));
      const taken = happening.sizes.reduce((sum, size, n) => sum + (results[n] === 'ok' ? size : 0), 0);
      const refused = happening.sizes.filter((_, n) => results[n] === 'quota');
      expect(taken).toBeLessThanOrEqual(left);
      for (const size of refused) expect(size).toBeGreaterThan(left - taken);
      model.take(taken, now);
      break;
    }
  }
};

/** Histories side by side, each of an account of its own: most of one is waiting for its table. */
const atOnce = 10;
const histories = fc.array(history, { minLength: atOnce, maxLength: atOnce });

/** Lives through a history beside the model; returns its number of steps. */
const live = async ({ anchor, plan, steps }: typeof history extends fc.Arbitrary<infer T> ? T : never) => {
  const clock = { now: anchor };
  const reported: QuotaState[] = [];
  const runtime: Runtime = {
    ...quietRuntime(() => new Date(clock.now)),
    writeQuotaHeaders: (state) => {
      reported.push(state);
    },
    log: (level, message, details) => {
      if (level === 'error') throw new Error(message, { cause: details?.cause });
    },
  };
  const account = await Account.open(runtime, plan, anchor);
  const model = newModel(anchor, plan);

  for (const [{ kind, ms }, happening] of steps) {
    const { end } = getMonth(anchor, clock.now);
    const next = kind === 'boundary' ? end.getTime() + ms : clock.now.getTime() + ms;
    clock.now = new Date(Math.max(next, clock.now.getTime()));
    reported.length = 0;
    await step(account, model, happening, clock.now);

    const [used, shown, seen] = await Promise.all([account.usage(), account.show(), account.see()]);
    expect(used).toEqual(model.used(clock.now));
    // what a response or `GET /v1/usage` says is what is counted
    const limit = model.mintLimit();
    expect(seen.imageMints).toEqual({ used: used.mints, limit, remaining: Math.max(0, limit - used.mints) });
    expect(seen.aiGenerations.used).toBe(used.generations);
    expect(seen.period.end).toBe(getMonth(anchor, clock.now).end.toISOString());
    const { end: endsAt } = getMonth(anchor, clock.now);
    for (const state of reported) expect(state).toMatchObject({ name: 'mints', limit, endsAt });
    if (reported.length > 0) expect(Math.max(...reported.map((state) => state.used))).toBe(used.mints);
    expect([shown.plan, shown.status]).toEqual([model.plan(), model.status(clock.now)]);
  }
  // out of the index of accounts that go on, or every later reset would read it
  await account.set({ status: 'expired' });
  return steps.length;
};

it('any history of an account is counted as a plain model counts it', async () => {
  const runs = effort(1, 3_000 / atOnce);
  let steps = 0;
  const property = fc.asyncProperty(histories, async (some) => {
    for (const lived of await Promise.all(some.map(live))) steps += lived;
  });
  await fc.assert(property, { numRuns: runs, endOnFailure: true });
  figure(`steps of ${runs * atOnce} random histories that agree with the model`, steps);
});
