import { expect, it } from 'vitest';
import { administration } from '../../bin/administration.ts';
import { runtime } from '../../lambdas/runtime/runtime.ts';
import { recompileTemplates } from '../../lambdas/usecases/admin/recompile-templates.ts';
import { compileTemplate } from '../../lambdas/usecases/templates/compile-template.ts';
import { saveCode } from '../../lambdas/usecases/templates/save-code.ts';
import { onEmptyCloud } from '../support/empty-cloud.ts';

onEmptyCloud();

const now = new Date('2027-01-15T12:00:00Z');
const times = { version: 1, createdAt: now, updatedAt: now, versionCreatedAt: now };
const code = 'export default () => <div>One</div>;';

/** Stores a template saved on a stage whose default is satori. */
const store = async (templateId: string) => {
  const { ports, store } = administration();
  const compiled = await compileTemplate(code, { now: () => now, defaultEngine: 'satori' });
  const saved = await saveCode(ports, runtime, { templateId, ownerId: 'ana' }, code, compiled);
  const owned = { ownerId: 'ana', isPublic: false, name: 'One', description: '', ...times };
  await store.putTemplate({ templateId, ...owned, ...saved });
};

it('a stored template keeps its engine when it is compiled again on a stage with another default', async () => {
  const { ports, store: records } = administration();
  await store('one');

  const { failed } = await recompileTemplates(ports, records, { ...runtime, defaultEngine: 'takumi' }, { all: true });

  expect(failed).toEqual([]);
  const template = await records.template('one');
  expect(template?.options.engine).toBe('satori');
  expect(template?.preview?.rv).toMatch(/^e/);
});
