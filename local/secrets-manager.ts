import { createServer, type IncomingMessage } from 'node:http';
import { type Emulator, listen, readBody } from './listen.ts';
import { operations, secretsRequest } from './secrets-manager/operations.ts';
import { SecretStore, SecretsFailure } from './secrets-manager/secrets.ts';
import { type SignatureProblem, signatureProblem } from './sigv4.ts';

export interface SecretsManagerSettings {
  /** Folder of the secrets, created if it does not exist. */
  readonly dir: string;
  readonly port?: number;
}

interface Answer {
  readonly status: number;
  readonly body: object;
}

const signatureErrors: Readonly<Record<SignatureProblem, string>> = {
  missing: 'MissingAuthenticationTokenException',
  unknownKey: 'UnrecognizedClientException',
  skewed: 'InvalidSignatureException',
  mismatch: 'InvalidSignatureException',
};

const refuse = (name: string, message = name): Answer => ({ status: 400, body: { __type: name, message } });

const parseJson = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
};

const handle = async (store: SecretStore, request: IncomingMessage, body: Buffer): Promise<Answer> => {
  const { method = '', url = '/', headers } = request;
  const problem = await signatureProblem({ method, target: url, headers, body }, 'secretsmanager');
  if (problem) return refuse(signatureErrors[problem]);

  const [, name = ''] = /^secretsmanager\.([A-Za-z]+)$/.exec(String(headers['x-amz-target'])) ?? [];
  const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
  if (!operation) return refuse('UnknownOperationException');
  const input = secretsRequest.safeParse(parseJson(body));
  if (!input.success) return refuse('InvalidParameterException', input.error.message);
  try {
    return { status: 200, body: await store.run((secrets) => operation(secrets, input.data)) };
  } catch (error) {
    if (error instanceof SecretsFailure) return refuse(error.code, error.message);
    throw error;
  }
};

/**
 * Secrets Manager on loopback: secrets with versions and staging labels, in one file that only its owner may read.
 * Signatures are checked. Deleting, tagging, replicating and rotating are not supported.
 */
export const startSecretsManager = async ({ dir, port }: SecretsManagerSettings): Promise<Emulator> => {
  const store = await SecretStore.open(dir);
  const server = createServer(async (request, response) => {
    const body = await readBody(request).catch(() => undefined);
    if (!body) return;
    const answer = await handle(store, request, body).catch((error) => ({
      status: 500,
      body: { __type: 'InternalServiceError', message: String(error) },
    }));
    response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.1' });
    response.end(JSON.stringify(answer.body));
  });
  return listen(server, port);
};
