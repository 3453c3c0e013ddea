import { BedrockRuntimeClient, ConverseCommand, ThrottlingException } from '@aws-sdk/client-bedrock-runtime';
import { afterEach, describe, expect, it } from 'vitest';
import { type BedrockSettings, startBedrock, throttled } from '../../../local/bedrock.ts';
import { localCredentials, localRegion } from '../../../local/credentials.ts';

const modelId = 'us.anthropic.some-model-20260101-v1:0';
const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

const start = async (
  answer: BedrockSettings['answer'],
  credentials: { accessKeyId: string; secretAccessKey: string } = localCredentials,
) => {
  const server = await startBedrock({ answer });
  const client = new BedrockRuntimeClient({ endpoint: server.url, region: localRegion, credentials, maxAttempts: 1 });
  undo.push(server.close, () => client.destroy());
  const ask = (text: string, abortSignal?: AbortSignal) =>
    client.send(new ConverseCommand({ modelId, messages: [{ role: 'user', content: [{ text }] }] }), {
      ...(abortSignal && { abortSignal }),
    });
  return { ...server, client, ask };
};

describe('the Bedrock emulator', () => {
  it('answers the real client with the text it is told to', async () => {
    const { ask } = await start(({ messages }) => ({ text: `heard: ${JSON.stringify(messages[0]?.content)}` }));

    const { output, stopReason } = await ask('hello');

    expect(output?.message?.content).toEqual([{ text: 'heard: [{"text":"hello"}]' }]);
    expect(stopReason).toBe('end_turn');
  });

  it('records what the model was sent, images as bytes', async () => {
    const { client, requests } = await start(() => ({ text: 'ok' }));
    const bytes = Uint8Array.of(137, 80, 78, 71, 0, 255);

    await client.send(
      new ConverseCommand({
        modelId,
        system: [{ text: 'rules' }],
        inferenceConfig: { maxTokens: 8000 },
        messages: [{ role: 'user', content: [{ text: 'a card' }, { image: { format: 'png', source: { bytes } } }] }],
      }),
    );

    expect(requests).toEqual([
      {
        modelId,
        system: [{ text: 'rules' }],
        inferenceConfig: { maxTokens: 8000 },
        messages: [{ role: 'user', content: [{ text: 'a card' }, { image: { format: 'png', source: { bytes } } }] }],
      },
    ]);
  });

  it('serves calls side by side', async () => {
    let waiting = 0;
    let release = (): void => undefined;
    const all = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { ask } = await start(async ({ messages }) => {
      waiting += 1;
      if (waiting === 5) release();
      await all;
      const [block] = messages[0]?.content ?? [];
      return { text: block && 'text' in block ? block.text : '' };
    });

    const answers = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((text) => ask(text)));

    expect(answers.map(({ output }) => output?.message?.content?.[0]?.text)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('throttles as the service does', async () => {
    const { ask } = await start(() => throttled);

    const error = await ask('hello').catch((caught) => caught);

    expect(error).toBeInstanceOf(ThrottlingException);
    expect(error.$metadata.httpStatusCode).toBe(429);
  });

  it.each([
    ['AccessDeniedException', 403],
    ['ModelTimeoutException', 408],
    ['ServiceUnavailableException', 503],
    ['InternalServerException', 500],
  ])('fails with %s', async (name, httpStatusCode) => {
    const { ask } = await start(() => ({ error: name, status: httpStatusCode }));

    await expect(ask('hello')).rejects.toMatchObject({ name, $metadata: { httpStatusCode } });
  });

  it('stalls until the client gives up', async () => {
    const gaveUp = new AbortController();
    const { ask, requests } = await start(() => {
      setImmediate(() => gaveUp.abort());
      return 'stall';
    });

    await expect(ask('hello', gaveUp.signal)).rejects.toMatchObject({ name: 'AbortError' });
    expect(requests).toHaveLength(1);
  });

  it('ends the connection without an answer, and serves the next call', async () => {
    const { ask, requests } = await start(() => (requests.length === 1 ? 'reset' : { text: 'again' }));

    await expect(ask('hello')).rejects.toBeInstanceOf(Error);

    expect((await ask('hello')).output?.message?.content).toEqual([{ text: 'again' }]);
  });

  it('answers nonsense when told to', async () => {
    const { ask } = await start(() => ({ nonsense: '<html>' }));

    await expect(ask('hello')).rejects.toThrow(SyntaxError);
  });

  it.each([
    ['another key id', { ...localCredentials, accessKeyId: 'other' }, 'UnrecognizedClientException'],
    ['another secret', { ...localCredentials, secretAccessKey: 'other' }, 'InvalidSignatureException'],
  ])('refuses a signature with %s and asks nobody', async (_title, credentials, name) => {
    const { ask, requests } = await start(() => ({ text: 'ok' }), credentials);

    await expect(ask('hello')).rejects.toMatchObject({ name });
    expect(requests).toEqual([]);
  });

  it('closes although a call is still waiting', async () => {
    const { ask, close, requests } = await start(() => 'stall');
    const asked = ask('hello').catch((error) => error);
    await expect.poll(() => requests.length).toBe(1);

    await close();
    undo.shift();

    expect(await asked).toBeInstanceOf(Error);
  });
});
