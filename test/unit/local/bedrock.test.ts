import { BedrockRuntimeClient, ConverseCommand } from '@aws-sdk/client-bedrock-runtime';
import { afterEach, describe, expect, it } from 'vitest';
import { type BedrockSettings, startBedrock } from '../../../local/bedrock.ts';
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

  it('stalls until the client gives up', async () => {
    const gaveUp = new AbortController();
    const { ask, requests } = await start(() => {
      setImmediate(() => gaveUp.abort());
      return 'stall';
    });

    await expect(ask('hello', gaveUp.signal)).rejects.toMatchObject({ name: 'AbortError' });
    expect(requests).toHaveLength(1);
  });

  it.each([
    ['another key id', { ...localCredentials, accessKeyId: 'other' }, 'UnrecognizedClientException'],
    ['another secret', { ...localCredentials, secretAccessKey: 'other' }, 'InvalidSignatureException'],
  ])('rejects a signature with %s without calling the model', async (_title, credentials, name) => {
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
