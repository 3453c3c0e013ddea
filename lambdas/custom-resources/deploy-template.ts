import { apiKeyRandomBytes, createApiKey } from 'image-url-contract/api-key.ts';
import type { TemplateAsset } from 'image-url-contract/custom-resources.ts';
import type { CheckTemplateResponse } from 'image-url-contract/schemas/template.ts';
import type { PortsOf } from '../ports/ports.ts';
import type { Runtime } from '../ports/runtime.ts';
import { DeploymentError, TemporaryError } from './deployment-error.ts';

/** Lifetime of the API key of one request, if it cannot be deleted. */
const deployingKeyMs = 900_000;

interface ApiAnswer {
  readonly status: number;
  readonly json: { readonly code?: string; readonly message?: string; readonly templateId?: string };
}
/** Sends a request to the API with the key of a deployment. */
export type CallApi = (request: Parameters<PortsOf<'deployResource'>['api:call']['call']>[1]) => Promise<ApiAnswer>;

const parse = (bytes: Uint8Array): ApiAnswer['json'] => {
  try {
    return Object(JSON.parse(Buffer.from(bytes).toString()));
  } catch {
    return {};
  }
};

/** Returns whether a retry may succeed. 401: a new key may not be readable yet. */
const isTemporary = (status: number): boolean => status >= 500 || status === 409 || status === 401;

const describeAnswer = ({ status, json: { code, message } }: ApiAnswer): string =>
  code === undefined ? `The API answered ${status}.` : `${code}: ${message}`;

/** Runs `work` with an API key that is created for it and deleted afterwards. */
export const withKey = async <T>(
  ports: PortsOf<'deployResource'>,
  runtime: Runtime,
  accountId: string,
  work: (call: CallApi) => Promise<T>,
): Promise<T> => {
  const { apiKey, keyHash, keyId } = createApiKey(accountId, runtime.randomBytes(apiKeyRandomBytes));
  const now = runtime.now();
  await ports['keys:create'].create({
    ...{ keyId, keyHash, accountId, revoked: false, name: 'Deployment of templates', createdAt: now },
    scopes: ['templates:read', 'templates:write'],
    expiresAt: new Date(now.getTime() + deployingKeyMs),
  });
  const call: CallApi = async (request) => {
    const answered = await ports['api:call'].call(apiKey, request).catch((cause: unknown) => {
      throw new TemporaryError(`The API cannot be reached: ${(cause as Error).message}`, { cause });
    });
    const answer = { status: answered.status, json: parse(answered.bytes) };
    if (isTemporary(answer.status)) throw new TemporaryError(describeAnswer(answer));
    return answer;
  };
  try {
    return await work(call);
  } finally {
    await ports['keys:delete'].delete(accountId, keyId).catch((cause: unknown) => {
      runtime.log('warn', 'the key of a deployment stays until it expires', { cause });
    });
  }
};

/** Returns `cards/article.tsx:3:5: message (code)`, with the position in the author's files. */
const formatAtOrigin = (
  { file, origins }: TemplateAsset,
  { line, column, message, code }: CheckTemplateResponse['errors'][number],
): string => {
  if (line === undefined) return `${file}: ${message} (${code})`;
  const [from, fromLine] = origins[line - 1] ?? [file, line - origins.length];
  return `${from}:${fromLine}:${line > origins.length ? column : 1}: ${message} (${code})`;
};

/** Returns why the service rejects a template, with the positions of its errors. */
const getRejection = async (call: CallApi, asset: TemplateAsset, answer: ApiAnswer): Promise<DeploymentError> => {
  const whole = new DeploymentError(`${asset.file}: ${describeAnswer(answer)}`);
  if (answer.json.code !== 'COMPILE_ERROR') return whole;
  const body = { code: asset.code, image: true };
  const { json } = await call({ method: 'POST', path: '/v1/templates/check', body });
  const { errors = [] } = json as Partial<CheckTemplateResponse>;
  return errors.length === 0 ? whole : new DeploymentError(errors.map((one) => formatAtOrigin(asset, one)).join('\n'));
};

/**
 * Creates a template through the API, or updates the one with an id. A template that was deleted is created again, with
 * another id.
 *
 * @param idempotencyKey the same for a repeated creation
 * @returns its id
 * @throws DeploymentError with file, line, column and message of each error
 */
export const deployTemplate = async (
  call: CallApi,
  asset: TemplateAsset,
  templateId: string | undefined,
  idempotencyKey: string,
): Promise<string> => {
  const body = { name: asset.name, code: asset.code };
  const changed =
    templateId === undefined ? undefined : await call({ method: 'PATCH', path: getPath(templateId), body });
  const answer =
    changed && changed.json.code !== 'TEMPLATE_NOT_FOUND'
      ? changed
      : await call({ method: 'POST', path: '/v1/templates', body, idempotencyKey });
  if (answer.status >= 300 || answer.json.templateId === undefined) throw await getRejection(call, asset, answer);
  return answer.json.templateId;
};

const getPath = (templateId: string): string => `/v1/templates/${encodeURIComponent(templateId)}`;

/** Deletes a template through the API. Succeeds if the account may no longer use the API. */
export const removeTemplate = async (call: CallApi, templateId: string): Promise<void> => {
  const answer = await call({ method: 'DELETE', path: getPath(templateId) });
  if (answer.status >= 300 && ![402, 404].includes(answer.status)) throw new DeploymentError(describeAnswer(answer));
};
