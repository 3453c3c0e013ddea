import { apiKeyRandomBytes, generateApiKey, parseApiKey } from 'image-url-contract/api-key.ts';
import type { apiKeyProperties, CustomResourceRequest } from 'image-url-contract/custom-resources.ts';
import type * as z from 'zod';
import type { PortsOf } from '../ports/ports.ts';
import type { KeyRecord } from '../ports/records.ts';
import type { Runtime } from '../ports/runtime.ts';
import { type Deployed, DeploymentError } from './deployment-error.ts';

type Properties = z.output<typeof apiKeyProperties>;

/** Time for which a replaced key still works, for processes that read it before. */
const replacedKeyMs = 86_400_000;

/**
 * Creates an API key and makes it the current value of its secret. The key is stored as a pending value before it
 * becomes valid, so a repeated call finds it and no valid key is lost.
 *
 * @throws DeploymentError when the account does not exist
 */
export const deployApiKey = async (
  ports: PortsOf<'deployResource'>,
  runtime: Runtime,
  request: CustomResourceRequest,
  { AccountId: accountId, Secret: secret, Name: name, ...limits }: Properties,
): Promise<Deployed> => {
  // other properties replace the resource; an update changes only the function
  if (request.RequestType !== 'Create') return toDeployed(request.PhysicalResourceId);
  const account = await ports['accounts:read'].find(accountId);
  if (!account || account.deletingSince) throw new DeploymentError(`AccountId: there is no account ${accountId}.`);
  const secrets = ports['keySecrets:write'];
  const { RequestId: token } = request;
  const text = await secrets.propose(secret, token, generateApiKey(accountId, runtime.randomBytes(apiKeyRandomBytes)));
  const { keyId, keyHash } = parseApiKey(text) ?? {};
  if (keyId === undefined || keyHash === undefined)
    throw new DeploymentError(`${secret} holds something that is no API key.`);
  const key: KeyRecord = {
    ...{ keyId, keyHash, accountId, revoked: false, name, createdAt: runtime.now() },
    ...{ scopes: limits.Scopes, templateIds: limits.TemplateIds, monthlyMints: limits.MonthlyMints },
  };
  await ports['keys:create'].create(key);
  try {
    await secrets.accept(secret, token);
  } catch (error) {
    await ports['keys:delete'].delete(accountId, keyId);
    throw error;
  }
  return toDeployed(keyId);
};

const toDeployed = (keyId: string): Deployed => ({ physicalId: keyId, attributes: { KeyId: keyId } });

/**
 * Ends an API key. If it is the secret's current value (the resource is deleted or an update rolled back), at once, and
 * the secret's previous key becomes current again. If another key has replaced it, after a day.
 */
export const removeApiKey = async (
  ports: PortsOf<'deployResource'>,
  runtime: Runtime,
  keyId: string,
  { AccountId: accountId, Secret: secret }: Pick<Properties, 'AccountId' | 'Secret'>,
): Promise<void> => {
  const secrets = ports['keySecrets:write'];
  const current = parseApiKey((await secrets.read(secret, 'current')) ?? '');
  if (current && current.keyId !== keyId) {
    await ports['keys:end'].endAt(accountId, keyId, new Date(runtime.now().getTime() + replacedKeyMs));
    return;
  }
  const previous = parseApiKey((await secrets.read(secret, 'previous')) ?? '');
  const keys = previous ? await ports['keys:list'].of(accountId) : [];
  const before = keys.find(({ key }) => key.keyId === previous?.keyId)?.key;
  // keys of stacks have an expiry only after their replacement
  if (before && before.expiresAt === undefined) await secrets.restore(secret);
  else if (before) await ports['keys:delete'].delete(accountId, before.keyId);
  await ports['keys:delete'].delete(accountId, keyId);
};
