import {
  BedrockRuntimeClient,
  type ContentBlock,
  ConverseCommand,
  type Message,
  type SystemContentBlock,
} from '@aws-sdk/client-bedrock-runtime';
import type { EnvironmentOf } from '../../config/capabilities.ts';
import type { AuthorMessage, AuthorRequest, TemplateAuthor } from '../../ports/author.ts';
import { withBoundedAnswers } from '../bounded-answers.ts';
import { observedClient } from '../observed-client.ts';
import { authorInstructions } from './author-instructions.ts';

/** Maximum size of a response in bytes, far above the longest answer. */
const longestAnswerBytes = 1 << 20;
/** The SDK does not retry: every request counts as an iteration, so the caller retries and counts. */
const maxAttempts = 1;
/** Timeout of one request. The longest answer takes about a minute, and a retry must fit into the rest of the time. */
const attemptMs = 70_000;

/** Errors that a retry cannot fix: no access to the model, or an unknown model. */
const unavailable = new Set([
  'AccessDeniedException',
  'ResourceNotFoundException',
  'UnrecognizedClientException',
  'CredentialsProviderError',
  'ExpiredTokenException',
]);

/** Errors after which the same request may succeed. */
const busy = new Set([
  'InternalServerException',
  'ModelNotReadyException',
  'ModelTimeoutException',
  'ServiceUnavailableException',
  'ThrottlingException',
  'TimeoutError',
]);
const isReset = (error: Error): boolean => 'code' in error && ['ECONNRESET', 'EPIPE'].includes(String(error.code));

/** Claude models without prompt caching. `supportsCaching` accepts only the two families that have it. */
const lacksCaching = /claude-(?:v\d|instant|3-(?:opus|sonnet|haiku)|3-5-sonnet-20240620)/;
const supportsCaching = (model: string): boolean =>
  /(?:^|\.)(?:anthropic\.claude-|amazon\.nova-)/.test(model) && !lacksCaching.test(model);

const getBlock = (message: AuthorMessage): ContentBlock =>
  'text' in message ? message : { image: { format: message.image.type, source: { bytes: message.image.bytes } } };

const toMessages = ({ instructions: prompt, rounds: iterations }: AuthorRequest): Message[] => [
  { role: 'user', content: prompt.map(getBlock) },
  ...iterations.flatMap(({ answer, reply }): Message[] => [
    // Converse rejects an empty text
    { role: 'assistant', content: [{ text: answer.trim() || '(nothing)' }] },
    { role: 'user', content: reply.map(getBlock) },
  ]),
];

/** Calls a model on Amazon Bedrock through Converse. Without `BEDROCK_MODEL` there is no author. */
export const bedrockAuthor = ({
  BEDROCK_MODEL,
  AUTHOR_ROUNDS,
  AUTHOR_MAX_TOKENS,
}: EnvironmentOf<'author:ask'>): TemplateAuthor => {
  const asked = new BedrockRuntimeClient({
    maxAttempts,
    // one connection per request: a reset connection must not fail other requests
    requestHandler: { requestTimeout: attemptMs, disableConcurrentStreams: true },
  });
  const client = withBoundedAnswers(observedClient(asked), longestAnswerBytes);
  const cachePoint: SystemContentBlock[] = supportsCaching(BEDROCK_MODEL) ? [{ cachePoint: { type: 'default' } }] : [];
  return {
    isConfigured: BEDROCK_MODEL !== '',
    rounds: AUTHOR_ROUNDS,
    async write(request) {
      const command = new ConverseCommand({
        modelId: BEDROCK_MODEL,
        system: [{ text: authorInstructions }, ...cachePoint],
        messages: toMessages(request),
        inferenceConfig: { maxTokens: AUTHOR_MAX_TOKENS },
      });
      try {
        const { output, usage, stopReason } = await client.send(command, { abortSignal: request.signal });
        const answer = output?.message?.content?.map((block) => block.text ?? '').join('') ?? '';
        const { inputTokens = 0, cacheWriteInputTokens = 0, cacheReadInputTokens = 0, outputTokens = 0 } = usage ?? {};
        const tokens = {
          input: inputTokens + cacheWriteInputTokens,
          cached: cacheReadInputTokens,
          output: outputTokens,
        };
        return { ok: true, answer, isCut: stopReason === 'max_tokens', tokens };
      } catch (error) {
        // the cause is logged and never sent to the caller
        const [name, isLost] = error instanceof Error ? [error.name, isReset(error)] : ['', false];
        return { ok: false, isUnavailable: unavailable.has(name), isBusy: busy.has(name) || isLost, cause: error };
      }
    },
  };
};
