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
import { authorInstructions } from './author-instructions.ts';

/** Maximum size of a response in bytes: far more than the longest answer, escaped and wrapped in JSON. */
const longestAnswerBytes = 1 << 20;
/**
 * No retries in the client: every request counts as a round of the item, so retries are made where rounds are counted.
 */
const maxAttempts = 1;
/** Time for one attempt: the longest answer takes about a minute, and there must be time for a second one. */
const attemptMs = 70_000;

/** Errors that a retry cannot fix: the account has no access to the model, or there is no such model. */
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

/** Models that refuse a cache point; of the others only these two families take one. */
const cachesNothing = /claude-(?:v\d|instant|3-(?:opus|sonnet|haiku)|3-5-sonnet-20240620)/;
const caches = (model: string): boolean =>
  /(?:^|\.)(?:anthropic\.claude-|amazon\.nova-)/.test(model) && !cachesNothing.test(model);

const getBlock = (message: AuthorMessage): ContentBlock =>
  'text' in message ? message : { image: { format: message.picture.type, source: { bytes: message.picture.bytes } } };

const conversation = ({ instructions: prompt, rounds: iterations }: AuthorRequest): Message[] => [
  { role: 'user', content: prompt.map(getBlock) },
  ...iterations.flatMap(({ answer, reply }): Message[] => [
    // Converse refuses an empty text
    { role: 'assistant', content: [{ text: answer.trim() || '(nothing)' }] },
    { role: 'user', content: reply.map(getBlock) },
  ]),
];

/** A model on Amazon Bedrock, asked through Converse. Without a model id there is no author. */
export const bedrockAuthor = ({
  BEDROCK_MODEL,
  AUTHOR_ROUNDS,
  AUTHOR_MAX_TOKENS,
}: EnvironmentOf<'author:ask'>): TemplateAuthor => {
  const asked = new BedrockRuntimeClient({
    maxAttempts,
    // items share no connection: if one ended, the requests of the others would fail too
    requestHandler: { requestTimeout: attemptMs, disableConcurrentStreams: true },
  });
  const client = withBoundedAnswers(asked, longestAnswerBytes);
  const cachePoint: SystemContentBlock[] = caches(BEDROCK_MODEL) ? [{ cachePoint: { type: 'default' } }] : [];
  return {
    isConfigured: BEDROCK_MODEL !== '',
    rounds: AUTHOR_ROUNDS,
    async write(request) {
      const command = new ConverseCommand({
        modelId: BEDROCK_MODEL,
        system: [{ text: authorInstructions }, ...cachePoint],
        messages: conversation(request),
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
        // whatever it was, this item has no answer; nothing of it is for the caller
        const [name, isLost] = error instanceof Error ? [error.name, isReset(error)] : ['', false];
        return { ok: false, isUnavailable: unavailable.has(name), isBusy: busy.has(name) || isLost, cause: error };
      }
    },
  };
};
