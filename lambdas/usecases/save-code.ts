import { fail } from '../contract/errors.ts';
import { engineOf, engines } from '../core/engines/engines.ts';
import { previewVersion } from '../core/picture/render-version.ts';
import { encodeVariable } from '../core/signing/image-query.ts';
import type { RenderPlan, RenderPlanVariable } from '../core/template/render-plan/render-plan.ts';
import { defaultText } from '../core/template/variables/default-text.ts';
import { treeAddress } from '../core/vnode/address.ts';
import { packTree, type StoredTree } from '../core/vnode/stored-tree.ts';
import type { Ports } from '../ports/ports.ts';
import type { TemplateRecord } from '../ports/records.ts';
import type { Runtime } from '../ports/runtime.ts';
import type { TemplateChange } from '../ports/templates.ts';
import type { CompiledTemplate } from './compile-template.ts';
import { storeTrees } from './store-trees.ts';

/** Everything of a template record that follows from its code. */
export type SavedCode = NonNullable<TemplateChange['compiled']>;

/** The tree of a compiled template's preview. @throws COMPILE_ERROR when it is too large to store. */
export const packPreview = ({ sample }: CompiledTemplate): StoredTree => {
  const tree = packTree(sample.tree, sample.typography);
  if (!tree) throw fail('COMPILE_ERROR', { problems: 'The picture this template makes is too large to keep.' });
  return tree;
};

/** A variable as a record holds it: defaults that are no text as JSON, because DynamoDB cannot hold every number. */
const recorded = (variable: RenderPlanVariable): RenderPlanVariable =>
  variable.defaultValue === undefined ? variable : { ...variable, defaultValue: defaultText(variable) };

/** What a record repeats of a render plan. */
export const recordedFacts = ({ variables, seesAll, options }: RenderPlan) => ({
  variables: variables.map(recorded),
  seesAll,
  options,
});

/**
 * Stores code, render plan and the preview's tree, and tells what the record has to say of them. Nothing of it is visible until
 * the record is written.
 *
 * @throws COMPILE_ERROR when the preview's tree is too large to store.
 */
export const saveCode = async (
  ports: Pick<Ports, 'sources:write' | 'trees:write'>,
  runtime: Pick<Runtime, 'log' | 'count' | 'defaultEngine'>,
  { templateId, ownerId }: Pick<TemplateRecord, 'templateId' | 'ownerId'>,
  code: string,
  compiled: CompiledTemplate,
): Promise<SavedCode> => {
  const { renderPlan, warnings, sample } = compiled;
  const tree = packPreview(compiled);
  const facts = { ...recordedFacts(renderPlan), warnings };
  const hashes = await ports['sources:write'].put(ownerId, code, renderPlan);

  const rv = previewVersion(engines[engineOf(renderPlan.options, runtime)].id, hashes.renderPlanHash, tree.content);
  const variables = Object.fromEntries(
    Object.entries(sample.variables).map(([name, value]) => [name, encodeVariable(value)]),
  );
  await storeTrees(ports, runtime, new Map([[treeAddress({ templateId, rv, variables }), tree]]), ownerId);

  return { ...hashes, ...facts, preview: { rv, variables } };
};

/** A new template's id: 128 random bits, URL-safe; a command line would read one that begins with `-` as an option. */
export const newTemplateId = (randomBytes: (count: number) => Uint8Array): string =>
  Buffer.from(randomBytes(16)).toString('base64url').replace(/^-/, '_');
