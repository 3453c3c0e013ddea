import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpCustomResourceAnswers } from '../../lambdas/aws/http/custom-resource-answers.ts';
import { type Emulator, listen } from '../../local/listen.ts';

const answered: string[] = [];
/** Statuses of the next answers; 200 after them. */
let failures: number[] = [];
let cloudFormation: Emulator;

beforeAll(async () => {
  const server = createServer(async (request, response) => {
    const body = (await Array.fromAsync(request)).join('');
    const status = failures.shift() ?? 200;
    if (status === 200) answered.push(`${request.method} ${request.headers['content-type']} ${body}`);
    response.writeHead(status).end();
  });
  cloudFormation = await listen(server, 0);
});
afterAll(() => cloudFormation.close());

const answers = httpCustomResourceAnswers({ LOOPBACK_ANSWERS: 'on' }, 1);

describe('an answer', () => {
  const answer = {
    Status: 'SUCCESS',
    PhysicalResourceId: 'a',
    StackId: 's',
    RequestId: 'r',
    LogicalResourceId: 'l',
  } as const;

  it('is sent again when CloudFormation does not take it', async () => {
    failures = [500, 503];
    await answers.send(cloudFormation.url, answer);

    expect(answered).toEqual([`PUT  ${JSON.stringify(answer)}`]);
    failures = [500, 500, 500, 500];
    await expect(answers.send(cloudFormation.url, answer)).rejects.toThrow('CloudFormation answered 500');
  });

  it('is sent by HTTPS only', async () => {
    const { length } = answered;
    const sending = httpCustomResourceAnswers({ LOOPBACK_ANSWERS: 'off' }).send(cloudFormation.url, answer);

    await expect(sending).rejects.toThrow('ResponseURL: expected an address with https.');
    expect(answered).toHaveLength(length);
  });
});
