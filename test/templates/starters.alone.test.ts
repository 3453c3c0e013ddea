import { expect, it } from 'vitest';
import { administration } from '../../admin/administration.ts';
import { publishStarters, type Starter } from '../../admin/publish-starters.ts';
import { runtime } from '../../lambdas/runtime/runtime.ts';
import { onEmptyCloud } from '../support/empty-cloud.ts';

onEmptyCloud();

const starter = (change: Partial<Starter> = {}): Starter => ({
  ...{ id: 'one', name: 'One', description: 'First' },
  code: 'export default () => <div>One</div>;',
  ...change,
});

/** Publishes one starter. Returns how often something was saved for it. */
const publish = async (one: Starter) => {
  const { store, ports } = administration();
  let saved = 0;
  const put: (typeof ports)['sources:write']['put'] = (owner, code, renderPlan) => {
    saved += 1;
    return ports['sources:write'].put(owner, code, renderPlan);
  };
  const outcome = await publishStarters({ ...ports, 'sources:write': { put } }, store, runtime, [one]);
  return { ...outcome, saved, version: (await store.template(one.id))?.version };
};

it('starters are compiled when something of theirs changed, and only then', async () => {
  const [is, was] = [
    { published: ['one'], unchanged: [], saved: 1 },
    { published: [], unchanged: ['one'], saved: 0 },
  ];

  expect(await publish(starter())).toEqual({ ...is, version: 1 });
  expect(await publish(starter())).toEqual({ ...was, version: 1 });
  expect(await publish(starter({ name: 'Uno' }))).toEqual({ ...is, version: 1 });
  expect(await publish(starter({ code: 'export default () => <b>One</b>;' }))).toEqual({ ...is, version: 2 });
});

it('a starter whose render plan is lost, or was made for another engine, is compiled again', async () => {
  const { store } = administration();
  await publish(starter());
  const known = (await store.template('one')) ?? expect.fail('not published');

  await store.putTemplate({ ...known, preview: { rv: 'e0-0', variables: {} } });
  expect(await publish(starter())).toMatchObject({ saved: 1, version: known.version });
  await store.putTemplate({ ...known, renderPlanHash: '0'.repeat(64) });
  expect(await publish(starter())).toMatchObject({ saved: 1, version: known.version });
});
