import {
  type CustomResourceRequest,
  getIdAttribute,
  type TemplateAsset,
  templateSetAsset,
  type templateSetProperties,
} from 'image-url-contract/custom-resources.ts';
import { sha256Hex } from 'image-url-engine/values.ts';
import type * as z from 'zod';
import type { PortsOf } from '../ports/ports.ts';
import type { Runtime } from '../ports/runtime.ts';
import { deployTemplate, removeTemplate, withKey } from './deploy-template.ts';
import { type Deployed, DeploymentError } from './deployment-error.ts';

type Properties = z.output<typeof templateSetProperties>;

/** Returns the id of a set, the same for repeated requests; of another account it is another set. */
const getSetId = ({ StackId, LogicalResourceId }: CustomResourceRequest, accountId: string): string =>
  sha256Hex(`${StackId}\n${LogicalResourceId}\n${accountId}`).slice(0, 32);

const readAssets = async (
  ports: PortsOf<'deployResource'>,
  { Bucket, Key }: Properties,
): Promise<readonly TemplateAsset[]> => {
  const bytes = await ports['templateAssets:read'].read(Bucket, Key);
  return templateSetAsset.parse(JSON.parse(Buffer.from(bytes).toString()));
};

/**
 * Creates, updates and deletes the templates of a set through the API, so that they are those of its files. The ids are
 * stored after each creation, and a repeated request continues where the last one ended. Code that has not changed is
 * not sent again.
 *
 * @throws DeploymentError with the errors of all templates that the service rejects; the others are deployed, and the
 *   rollback changes them back
 */
export const deployTemplateSet = async (
  ports: PortsOf<'deployResource'>,
  runtime: Runtime,
  request: CustomResourceRequest,
  properties: Properties,
): Promise<Deployed> => {
  const { AccountId: accountId, Removed } = properties;
  const assets = await readAssets(ports, properties);
  const setId = getSetId(request, accountId);
  const store = ports['templateSets:write'];
  const known = { ...(await store.read(accountId, setId)) };
  await withKey(ports, runtime, accountId, async (call) => {
    const rejected: string[] = [];
    for (const asset of assets) {
      const codeHash = sha256Hex(asset.code);
      const deployed = known[asset.name];
      if (deployed?.codeHash === codeHash) continue;
      const idempotencyKey = `cloudformation-${request.RequestId}-${getIdAttribute(asset.name)}`;
      try {
        const templateId = await deployTemplate(call, asset, deployed?.templateId, idempotencyKey);
        known[asset.name] = { templateId, codeHash };
        await store.write(accountId, setId, known);
      } catch (error) {
        if (error instanceof DeploymentError && error.constructor === DeploymentError) rejected.push(error.message);
        else throw error;
      }
    }
    if (rejected.length > 0) throw new DeploymentError(rejected.join('\n'));
    const gone = Object.keys(known).filter((name) => !assets.some((asset) => asset.name === name));
    for (const name of gone) {
      if (Removed === 'delete') await removeTemplate(call, known[name]?.templateId ?? '');
      delete known[name];
      await store.write(accountId, setId, known);
    }
  });
  const ids = Object.entries(known).map(([name, { templateId }]) => [getIdAttribute(name), templateId] as const);
  return { physicalId: setId, attributes: Object.fromEntries(ids) };
};

/** Deletes the templates of a set through the API. */
export const removeTemplateSet = async (
  ports: PortsOf<'deployResource'>,
  runtime: Runtime,
  setId: string,
  { AccountId: accountId }: Pick<Properties, 'AccountId'>,
): Promise<void> => {
  const store = ports['templateSets:write'];
  const known = Object.values(await store.read(accountId, setId));
  await withKey(ports, runtime, accountId, async (call) => {
    for (const { templateId } of known) await removeTemplate(call, templateId);
  });
  await store.delete(accountId, setId);
};
