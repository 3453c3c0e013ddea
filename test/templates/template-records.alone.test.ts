import { describe, expect, it } from 'vitest';
import { administration } from '../../admin/administration.ts';
import { publishStarters, type Starter } from '../../admin/publish-starters.ts';
import { recompileTemplates } from '../../admin/recompile-templates.ts';
import { runtime } from '../../lambdas/runtime/runtime.ts';
import { compileOrFail } from '../../lambdas/templates/compile-template.ts';
import { saveCode } from '../../lambdas/templates/save-code.ts';
import { toTemplateResponse } from '../../lambdas/templates/template-response.ts';
import { onEmptyCloud } from '../support/empty-cloud.ts';

onEmptyCloud();

const now = new Date('2027-01-15T12:00:00Z');

const times = { version: 1, createdAt: now, updatedAt: now, versionCreatedAt: now };

/** Compiles and stores a template on a stage whose default engine is satori. */
const store = async (templateId: string, code: string) => {
  const { ports, store } = administration();
  const compiled = await compileOrFail(code, { now: () => now, defaultEngine: 'satori' });
  const saved = await saveCode(ports, runtime, { templateId, ownerId: 'ana' }, code, compiled);
  const owned = { ownerId: 'ana', isPublic: false, name: 'One', description: '', ...times };
  await store.putTemplate({ templateId, ...owned, ...saved });
  return toTemplateResponse((await store.template(templateId)) ?? expect.fail('not kept'));
};
const storeOne = (parameter: string, options = '{}') =>
  store('one', `export const options = ${options};\nexport default (${parameter}) => <div>x</div>;`);

describe('a template record', () => {
  it.each([
    ['1e30', '1e+30'],
    ['2 ** 53', '9007199254740992'],
    ['-1e308', '-1e+308'],
    ['5e-324', '5e-324'],
    ['0.1 + 0.2', '0.30000000000000004'],
    ['{ a: [1e30] }', '{"a":[1e+30]}'],
    ['null', 'null'],
    ["'1e30'", '1e30'],
  ])('stores the default %s without loss', async (value, text) => {
    expect((await storeOne(`{ v = ${value} }`)).variables).toEqual([
      { name: 'v', defaultValue: text, required: false },
    ]);
  });

  it.each([5e-324, 1e-200])('stores the quality %d as a URL carries it', async (quality) => {
    expect(await storeOne('{}', `{ quality: ${quality} }`)).toMatchObject({ format: 'webp' });
  });

  it.each(["'x '.repeat(76_000)", "'漢 '.repeat(40_000)"])(
    'is refused when it does not fit into its table: %s',
    async (value) => {
      await expect(storeOne(`{ v = ${value} }`)).rejects.toMatchObject({
        code: 'COMPILE_ERROR',
        message: expect.stringContaining('defaults'),
      });
    },
  );

  it('keeps its engine when it is compiled again on a stage with another default', async () => {
    const { ports, store: records } = administration();
    await store('kept', 'export default () => <div>One</div>;');

    const { failed } = await recompileTemplates(ports, records, { ...runtime, defaultEngine: 'takumi' }, { all: true });

    expect(failed).toEqual([]);
    expect((await records.template('kept'))?.options.engine).toBe('satori');
  });
});

const starter = (change: Partial<Starter> = {}): Starter => ({
  ...{ id: 'starter', name: 'One', description: 'First' },
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
    { published: ['starter'], unchanged: [], saved: 1 },
    { published: [], unchanged: ['starter'], saved: 0 },
  ];

  expect(await publish(starter())).toEqual({ ...is, version: 1 });
  expect(await publish(starter())).toEqual({ ...was, version: 1 });
  expect(await publish(starter({ name: 'Uno' }))).toEqual({ ...is, version: 1 });
  expect(await publish(starter({ code: 'export default () => <b>One</b>;' }))).toEqual({ ...is, version: 2 });
});

it('a starter whose render plan is lost, or was made for another engine, is compiled again', async () => {
  const { store } = administration();
  await publish(starter());
  const known = (await store.template('starter')) ?? expect.fail('not published');

  await store.putTemplate({ ...known, preview: { rv: 'e0-0', variables: {} } });
  expect(await publish(starter())).toMatchObject({ saved: 1, version: known.version });
  await store.putTemplate({ ...known, renderPlanHash: '0'.repeat(64) });
  expect(await publish(starter())).toMatchObject({ saved: 1, version: known.version });
});
