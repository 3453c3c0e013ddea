import { pictureTypeOf } from '../contract/image-bytes.ts';
import { limits } from '../contract/limits.ts';
import type { GenerateItem, ReviseRequest } from '../contract/schemas/generate.ts';
import { describeProblems } from '../core/template/check/diagnostics.ts';
import type { Finding } from '../core/template/findings/finding.ts';
import type { Said } from '../ports/author.ts';

/** A drawing for the author to look at. */
export interface Shown {
  /** Which one it is. */
  readonly caption: string;
  readonly bytes: Uint8Array;
}

const fenced = (code: string): string => `\`\`\`jsx\n${code}\n\`\`\``;
const wanted = 'Answer with the whole corrected module.';

/** The caller's picture as it came: nothing is said about it here (docs/interface.md#post-v1templatesgenerate). */
const reference = ({ imageDataUrl }: Pick<GenerateItem, 'imageDataUrl'>): Said[] => {
  if (imageDataUrl === undefined) return [];
  const bytes = Buffer.from(imageDataUrl.slice(imageDataUrl.indexOf(',') + 1), 'base64');
  const type = pictureTypeOf(bytes);
  return type ? [{ picture: { bytes, type } }] : [];
};

const captioned = (pictures: readonly Shown[]): Said[] =>
  pictures.flatMap(({ caption, bytes }): Said[] => [{ text: caption }, { picture: { bytes, type: 'png' } }]);

/** What a new template is to be: the caller's picture and words, and the size. */
export const briefOf = (item: GenerateItem): Said[] => {
  const { width, height } = limits.defaultSizePx;
  const isSized = item.width !== undefined || item.height !== undefined;
  const size = isSized ? `\n\nSize: ${item.width ?? width} x ${item.height ?? height} pixels.` : '';
  return [...reference(item), { text: item.prompt + size }];
};

/** The template that is to be changed as it is, then the wish. */
export const revisionBriefOf = (
  code: string,
  findings: readonly Finding[],
  pictures: readonly Shown[],
  request: ReviseRequest,
): Said[] => {
  const found = findings.length > 0 ? `\n\nWhat is to mend in it:\n${describeProblems(code, findings)}` : '';
  const subject = `The template to change:\n\n${fenced(code)}${found}`;
  return [{ text: subject }, ...captioned(pictures), ...reference(request), { text: request.prompt }];
};

/** Why an answer is no template. */
export const replyToProblem = (problem: string): Said[] => [{ text: `That does not work:\n${problem}\n\n${wanted}` }];

/**
 * What was seen of a template that works.
 *
 * @param isWorse than the best one before it.
 */
export const replyToFindings = (
  code: string,
  findings: readonly Finding[],
  pictures: readonly Shown[],
  isWorse: boolean,
): Said[] => {
  const worse = isWorse
    ? 'This is worse than what you had before: go back to that, and mend only what is named.\n'
    : '';
  const found = `${worse}It works. It was drawn, and this is to mend:\n${describeProblems(code, findings)}`;
  return [{ text: found }, ...captioned(pictures), { text: `Keep what is good. ${wanted}` }];
};
