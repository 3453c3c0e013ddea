import { describe, expect, it } from 'vitest';
import { createAccount, recountAccount } from '../../admin/administer-accounts.ts';
import { administration } from '../../admin/administration.ts';
import { dynamoDbBudgetReader, dynamoDbBudgets } from '../../lambdas/aws/dynamodb/budgets.ts';
import { readEnvironment } from '../../lambdas/config/environment.ts';
import { templateCount } from '../../lambdas/limits/budgets.ts';
import type { TemplateRecord } from '../../lambdas/ports/records.ts';
import { onEmptyCloud } from '../support/empty-cloud.ts';
import { quietRuntime } from '../support/quiet-runtime.ts';

onEmptyCloud();

const runtime = quietRuntime(() => new Date());
/** An account, and the steps of creating and deleting a template: the count and the template are two writes. */
const anAccount = async () => {
  const { store } = administration();
  const { accountId } = await createAccount(store, runtime, { plan: 'free' });
  const budget = templateCount({ accountId, plan: 'free' }, runtime);
  const { consume, release } = dynamoDbBudgets(readEnvironment('budgets:consume'));
  const template = (templateId: string) =>
    ({
      ...{ templateId: `${accountId}-${templateId}`, ownerId: accountId, name: 'a', description: '', code: '' },
      ...{ codeHash: 'c', renderPlanHash: 'r', version: 1, options: { engine: 'takumi' }, engineVersion: 't1' },
      ...{
        variables: [],
        warnings: [],
        isPublic: false,
        seesAll: false,
        createdAt: new Date(),
        updatedAt: new Date(),
        versionCreatedAt: new Date(),
      },
    }) as unknown as TemplateRecord;
  return {
    accountId,
    count: () => consume(budget, 1),
    uncount: () => release(budget, 1),
    put: (id: string) => store.putTemplate(template(id)),
    counted: () => dynamoDbBudgetReader(readEnvironment('budgets:read')).used(budget),
    /** Recounts; `meanwhile` runs in each pause, which lasts as long as a request does. */
    recount: (meanwhile: (nth: number) => Promise<unknown>) => {
      let pauses = 0;
      const pause = async () => {
        pauses += 1;
        await meanwhile(pauses);
      };
      return recountAccount(store, runtime, accountId, pause);
    },
  };
};

describe('a recount while templates come and go', () => {
  it('counts one whose place was taken before and which is stored after', async () => {
    const account = await anAccount();
    await account.count();
    await account.recount((nth) => (nth === 1 ? account.put('one') : Promise.resolve()));
    expect(await account.counted()).toBe(1);
  });

  it.each([1, 2])(
    'counts again after one that begins in pause %i, and takes back what a dead process left',
    async (at) => {
      const account = await anAccount();
      await account.count();
      const { templates } = await account.recount(async (nth) => {
        if (nth === at) await account.count();
        if (nth === at + 1) await account.put('late');
      });
      expect([templates, await account.counted()]).toEqual([1, 1]);
    },
  );

  it('counts again after one that was given back meanwhile', async () => {
    const account = await anAccount();
    for (const id of ['one', 'two']) await account.put(id);
    for (const _ of ['one', 'two', 'failed']) await account.count();
    await account.recount(async (nth) => void (nth === 2 && (await account.uncount())));
    expect(await account.counted()).toBe(2);
  });

  it('is refused, and changes nothing, while it never comes to rest', async () => {
    const account = await anAccount();
    await account.put('one');
    await account.count();
    const changed = account.recount(async () => {
      await account.count();
      await account.uncount();
    });
    await expect(changed).rejects.toThrow(/templates of .* are created or deleted all the time/);
    expect(await account.counted()).toBe(1);
  });
});
