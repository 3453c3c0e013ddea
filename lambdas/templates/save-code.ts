import { fail } from 'image-url-contract/errors.ts';
import { limits } from 'image-url-contract/limits.ts';
import { encodeVariable } from 'image-url-contract/signing/image-query.ts';
import { engines } from 'image-url-engine/engine.ts';
import { packRenderPlan, type RenderPlan, type RenderPlanVariable, toDefaultText } from 'image-url-engine/options.ts';
import { sha256Hex } from 'image-url-engine/values.ts';
import { getTreeAddress, previewVersion } from '../domain/address.ts';
import { packTree, type StoredTree } from '../domain/stored-tree.ts';
import { countStored } from '../limits/budgets.ts';
import type { Ports } from '../ports/ports.ts';
import type { AccountRecord, TemplateChange, TemplateRecord } from '../ports/records.ts';
import type { Runtime } from '../ports/runtime.ts';
import { storeTrees } from '../publishing/store-trees.ts';
import type { CompiledTemplate } from './compile-template.ts';

/** Fields of a template record that are derived from its code. */
export type SavedCode = NonNullable<TemplateChange['compiled']>;

/** Packs the tree of the preview for storage. @throws COMPILE_ERROR when it is too large */
export const packPreview = ({ sample }: CompiledTemplate): StoredTree => {
  const tree = packTree(sample.tree, sample.typography);
  if (!tree) throw fail('COMPILE_ERROR', { problems: 'The image this template makes is too large to keep.' });
  return tree;
};

/**
 * Converts a variable for storage. A default that is not text is stored as JSON, because DynamoDB cannot represent
 * every number.
 */
const toRecordedVariable = (variable: RenderPlanVariable): RenderPlanVariable =>
  variable.defaultValue === undefined ? variable : { ...variable, defaultValue: toDefaultText(variable) };

/** Bytes of variables with their defaults up to which a template record repeats them. */
const repeatedVariablesBytes = 2_000;

/** Returns the fields of a render plan that the template record repeats. */
export const toRecordedFields = ({ variables, seesAll, options }: RenderPlan) => {
  const recorded = variables.map(toRecordedVariable);
  const variablesBytes = Buffer.byteLength(JSON.stringify(recorded));
  return variablesBytes > repeatedVariablesBytes
    ? { variables: [], variablesBytes, seesAll, options }
    : { variables: recorded, seesAll, options };
};

/**
 * Stores code, render plan and the preview's tree, and returns the fields for the template record. Nothing is visible
 * until that record is written.
 *
 * @param count called with the size in bytes before anything is stored; throws if it is too large
 * @throws COMPILE_ERROR when the preview's tree is too large to store; what `count` throws
 */
export const saveCode = async (
  ports: Pick<Ports, 'sources:write' | 'trees:write'>,
  runtime: Pick<Runtime, 'log' | 'count' | 'defaultEngine'>,
  { templateId, ownerId }: Pick<TemplateRecord, 'templateId' | 'ownerId'>,
  code: string,
  compiled: CompiledTemplate,
  count: (bytes: number) => Promise<void> = async () => undefined,
): Promise<SavedCode> => {
  const { renderPlan, warnings, sample } = compiled;
  const tree = packPreview(compiled);
  await count(Buffer.byteLength(code) + Buffer.byteLength(packRenderPlan(renderPlan)) + tree.bytes.length);
  const hashes = await ports['sources:write'].put(ownerId, code, renderPlan);

  const rv = previewVersion(engines[renderPlan.options.engine].id, hashes.renderPlanHash, tree.content);
  const variables = Object.fromEntries(
    Object.entries(sample.variables).map(([name, value]) => [name, encodeVariable(value)]),
  );
  await storeTrees(ports, runtime, [{ address: getTreeAddress({ templateId, rv, variables }), tree }], ownerId);

  return { ...hashes, ...toRecordedFields(renderPlan), warnings, preview: { rv, variables } };
};

/**
 * Stores code of the caller's template within the monthly storage of the plan. Code that the template already has is
 * not counted.
 *
 * @param template the template to change, or id and owner of a new one
 * @throws STORAGE_QUOTA_EXCEEDED, COMPILE_ERROR
 */
export const saveOwnCode = (
  ports: Pick<Ports, 'sources:write' | 'trees:write' | 'budgets:consume'>,
  runtime: Runtime,
  caller: AccountRecord,
  template: Pick<TemplateRecord, 'templateId' | 'ownerId'> & Partial<Pick<TemplateRecord, 'codeHash'>>,
  code: string,
  compiled: CompiledTemplate,
): Promise<SavedCode> =>
  saveCode(ports, runtime, template, code, compiled, async (bytes) => {
    if (sha256Hex(code) !== template.codeHash) await countStored(ports, runtime, caller, bytes);
  });

/** @throws TOO_MANY_VERSIONS when the template can have no further version */
export const requireVersion = ({ version }: TemplateRecord): void => {
  if (version >= limits.versions) throw fail('TOO_MANY_VERSIONS');
};

/** Stores a new template of the caller's account. @throws STORAGE_QUOTA_EXCEEDED, COMPILE_ERROR */
export const saveNewTemplate = async (
  ports: Pick<Ports, 'sources:write' | 'trees:write' | 'budgets:consume' | 'templates:create'>,
  runtime: Runtime,
  caller: AccountRecord,
  named: Pick<TemplateRecord, 'templateId' | 'name' | 'description'>,
  code: string,
  compiled: CompiledTemplate,
): Promise<TemplateRecord> => {
  const now = runtime.now();
  const times = { createdAt: now, updatedAt: now, versionCreatedAt: now };
  const begun = { ...named, ownerId: caller.accountId, isPublic: false, version: 1, ...times };
  const template = { ...begun, ...(await saveOwnCode(ports, runtime, caller, begun, code, compiled)) };
  await ports['templates:create'].create(template);
  return template;
};

/** Returns a new id: 128 random bits, URL-safe, without a leading `-`, which looks like an option. */
export const newTemplateId = (randomBytes: (count: number) => Uint8Array): string =>
  Buffer.from(randomBytes(16)).toString('base64url').replace(/^-/, '_');
