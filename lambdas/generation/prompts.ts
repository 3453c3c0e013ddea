import { limits } from 'image-url-contract/limits.ts';
import type { GenerateItem, ReviseRequest } from 'image-url-contract/schemas/generate.ts';
import { type CaseDiagnostic, describeProblems } from 'image-url-engine/diagnostics.ts';
import { getImageType } from 'image-url-engine/images.ts';
import type { AuthorMessage } from '../ports/author.ts';

/** A rendered image that is sent to the model. */
export interface Shown {
  /** Text before the image. */
  readonly caption: string;
  readonly bytes: Uint8Array;
}

const toCodeBlock = (code: string): string => `\`\`\`jsx\n${code}\n\`\`\``;
const wanted = 'Answer with the whole corrected module.';

/** Returns the caller's reference image as a message without a caption (docs/interface.md#post-v1templatesgenerate). */
const getReference = ({ imageDataUrl }: Pick<GenerateItem, 'imageDataUrl'>): AuthorMessage[] => {
  if (imageDataUrl === undefined) return [];
  const bytes = Buffer.from(imageDataUrl.slice(imageDataUrl.indexOf(',') + 1), 'base64');
  const type = getImageType(bytes);
  return type ? [{ image: { bytes, type } }] : [];
};

const toMessages = (images: readonly Shown[]): AuthorMessage[] =>
  images.flatMap(({ caption, bytes }): AuthorMessage[] => [{ text: caption }, { image: { bytes, type: 'png' } }]);

/** Returns the prompt for a new template: the caller's reference image, the prompt and the size. */
export const getPrompt = (item: GenerateItem): AuthorMessage[] => {
  const { width, height } = limits.defaultSizePx;
  const isSized = item.width !== undefined || item.height !== undefined;
  const size = isSized ? `\n\nSize: ${item.width ?? width} x ${item.height ?? height} pixels.` : '';
  return [...getReference(item), { text: item.prompt + size }];
};

/** Returns the prompt for a revision: the current code with its diagnostics and images, then the caller's request. */
export const getRevisionPrompt = (
  code: string,
  diagnostics: readonly CaseDiagnostic[],
  images: readonly Shown[],
  request: ReviseRequest,
): AuthorMessage[] => {
  const found = diagnostics.length > 0 ? `\n\nProblems to fix:\n${describeProblems(code, diagnostics)}` : '';
  const subject = `The template to change:\n\n${toCodeBlock(code)}${found}`;
  return [{ text: subject }, ...toMessages(images), ...getReference(request), { text: request.prompt }];
};

/** Returns the reply to an answer that is not a valid template. */
export const replyToProblem = (problem: string): AuthorMessage[] => [
  { text: `That does not work:\n${problem}\n\n${wanted}` },
];

/**
 * Returns the reply to a valid template: its diagnostics and images.
 *
 * @param isWorse whether its score is below the best so far
 */
export const replyToDiagnostics = (
  code: string,
  diagnostics: readonly CaseDiagnostic[],
  images: readonly Shown[],
  isWorse: boolean,
): AuthorMessage[] => {
  const worse = isWorse
    ? 'This is worse than what you had before: go back to that, and mend only what is named.\n'
    : '';
  const found = `${worse}It works. It was rendered. Problems to fix:\n${describeProblems(code, diagnostics)}`;
  return [{ text: found }, ...toMessages(images), { text: `Keep what is good. ${wanted}` }];
};
