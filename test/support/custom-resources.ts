import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest';
import { dynamoDbKeyLister } from '../../lambdas/aws/dynamodb/keys.ts';
import { readEnvironment } from '../../lambdas/config/environment.ts';
import { asFunction } from '../../local/granted-calls.ts';
import { listen } from '../../local/listen.ts';
import { startService } from '../../local/service.ts';
import { useFolder } from './folder.ts';
import { handlerOf } from './handler.ts';

const types = {
  account: 'Custom::ImageUrlAccount',
  key: 'Custom::ImageUrlApiKey',
  template: 'Custom::ImageUrlTemplates',
};

let requests = 0;
let responseUrl = '';
/** Bodies that CloudFormation got. */
export const answered: string[] = [];
let written = '';
/** What the process has written to its log since the test began. */
export const logged = (): string => written;

/** A request of CloudFormation's for a custom resource. */
export const aRequest = (
  type: keyof typeof types,
  RequestType: string,
  ResourceProperties: object,
  more: object = {},
) => {
  requests += 1;
  return {
    ...{ RequestType, ResponseURL: responseUrl, StackId: 'arn:aws:cloudformation:eu-west-1:111122223333:stack/Shop/1' },
    ...{ RequestId: `00000000-0000-4000-8000-${String(requests).padStart(12, '0')}`, LogicalResourceId: 'Resource' },
    ...{ ResourceType: types[type], ResourceProperties: { ServiceToken: 'arn', ...ResourceProperties }, ...more },
  };
};
type CustomResourceEvent = ReturnType<typeof aRequest>;

/** The next request for the same resource. */
export const again = (event: CustomResourceEvent, RequestType: string, more: object): CustomResourceEvent => ({
  ...aRequest('account', RequestType, {}),
  ...{ ResourceType: event.ResourceType, ResourceProperties: event.ResourceProperties, ...more },
});

/** Sends a request to the deployed function. @returns the response to CloudFormation */
export const send = async (event: object) => {
  const handler = await handlerOf('deployResource');
  await asFunction('deployResource', () => handler(event));
  return JSON.parse(answered.at(-1) ?? '') as {
    readonly Status: string;
    readonly Reason?: string;
    readonly PhysicalResourceId: string;
    readonly Data?: object;
  };
};

/** @returns the id of a new account without limits */
export const anAccount = async (): Promise<string> => {
  const LogicalResourceId = `Account${requests}`;
  return (await send(aRequest('account', 'Create', { Plan: 'own' }, { LogicalResourceId }))).PhysicalResourceId;
};

export const keysOf = (accountId: string) => dynamoDbKeyLister(readEnvironment('keys:list')).of(accountId);

/** Starts what takes answers for CloudFormation. */
export const startCloudFormation = async () => {
  const server = createServer(async (request, response) => {
    answered.push((await Array.fromAsync(request)).join(''));
    expect([request.method, request.headers['content-type']]).toEqual(['PUT', '']);
    response.end();
  });
  const emulator = await listen(server, 0);
  responseUrl = `${emulator.url}/answer?signature=x`;
  return emulator;
};

/** Starts the service for the tests of a file, and what takes answers for CloudFormation. */
export const onDeployment = (): void => {
  const dataDir = useFolder();
  let close: () => Promise<unknown> = async () => undefined;
  beforeAll(async () => {
    const service = await startService({ dataDir, port: 0, imagePort: 0, bedrockModel: '', hasEdgeFunction: false });
    const cloudFormation = await startCloudFormation();
    for (const stream of [process.stdout, process.stderr])
      vi.spyOn(stream, 'write').mockImplementation((text) => {
        written += String(text);
        return true;
      });
    close = async () => {
      vi.restoreAllMocks();
      await Promise.all([cloudFormation.close(), service.close()]);
    };
  });
  afterAll(() => close());
  beforeEach(() => {
    written = '';
  });
};
