import {
  BedrockRuntimeClient,
  type ContentBlock,
  ConverseCommand,
  type Message,
} from '@aws-sdk/client-bedrock-runtime';
import { limits } from '../contract/limits.ts';
import type { AuthorRequest } from '../ports/ports.ts';
import { authorInstructions } from './author-instructions.ts';
import { withBoundedAnswers } from './bounded-answers.ts';
import type { Adapter } from './connect.ts';

const longestAnswerTokens = 8_192;
/** Far more than so many tokens can be, escaped and wrapped. */
const longestAnswerBytes = 1 << 20;
/** Throttling is retried with jitter until the request's deadline ends it. */
const maxAttempts = 8;
/** Time for one attempt: the longest answer takes about a minute, and there must be time for a second one. */
const attemptMs = 70_000;

/** Errors that asking again does not help: the account has no access to the model, or there is no such model. */
const unavailable = new Set([
  'AccessDeniedException',
  'ResourceNotFoundException',
  'UnrecognizedClientException',
  'CredentialsProviderError',
  'ExpiredTokenException',
]);

const { width, height } = limits.defaultSizePx;

const firstMessage = ({ prompt, widthPx, heightPx, image }: AuthorRequest): Message => {
  const size = widthPx || heightPx ? `\n\nSize: ${widthPx ?? width} x ${heightPx ?? height} pixels.` : '';
  const picture: ContentBlock[] = image ? [{ image: { format: image.type, source: { bytes: image.bytes } } }] : [];
  return { role: 'user', content: [...picture, { text: prompt + size }] };
};

const conversation = (request: AuthorRequest): Message[] => [
  firstMessage(request),
  ...request.attempts.flatMap(({ answer, problem }): Message[] => [
    { role: 'assistant', content: [{ text: answer.trim() || '(nothing)' }] },
    { role: 'user', content: [{ text: `That does not work:\n${problem}\n\nAnswer with the whole corrected module.` }] },
  ]),
];

/** A model on Amazon Bedrock, asked through Converse. Without a model id there is no author. */
export const bedrockAuthor: Adapter<'author:ask'> = ({ BEDROCK_MODEL }) => {
  const asked = new BedrockRuntimeClient({
    maxAttempts,
    // items share no connection: one that ends would take the others along, and such an end is not tried again
    requestHandler: { requestTimeout: attemptMs, disableConcurrentStreams: true },
  });
  const client = withBoundedAnswers(asked, longestAnswerBytes);
  return {
    isConfigured: BEDROCK_MODEL !== '',
    async write(request) {
      const command = new ConverseCommand({
        modelId: BEDROCK_MODEL,
        system: [{ text: authorInstructions }],
        messages: conversation(request),
        inferenceConfig: { maxTokens: longestAnswerTokens },
      });
      try {
        const { output } = await client.send(command, { abortSignal: request.signal });
        const answer = output?.message?.content?.map((block) => block.text ?? '').join('') ?? '';
        return { ok: true, answer };
      } catch (error) {
        // whatever it was, this item has no answer; nothing of it is for the caller
        return { ok: false, isUnavailable: error instanceof Error && unavailable.has(error.name), cause: error };
      }
    },
  };
};
