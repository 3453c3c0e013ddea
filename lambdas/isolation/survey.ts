import { ServiceError } from '../contract/errors.ts';
import type { Survey } from '../core/render/survey/findings.ts';
import type { SurveyRequest } from '../core/render/survey/survey.ts';
import { draw, surveyTimeMs } from './draw.ts';

/** A failure that the picture itself has earned; others are the machine's. */
const ofThePicture = /^(?:layout|raster|encode): /;

/**
 * Has a sample laid out and looked at in a drawing process (`core/render/survey`).
 *
 * @param template names it; what was slow under this name once waits for others.
 * @param withinMs processor time it may take at most. @default what surveys have
 * @returns undefined when there was no time for it: a busy machine is no fault of the picture's.
 * @throws RENDER_ERROR when no drawing process can be had.
 */
export const survey = async (
  request: SurveyRequest,
  template: string,
  withinMs = surveyTimeMs,
): Promise<Survey | undefined> => {
  const { tree, width, height, isJpeg } = request;
  const options = { width, height, format: isJpeg ? 'jpeg' : 'png', devicePixelRatio: 1 } as const;
  try {
    const name = `survey of ${template}`;
    const drawing = await draw({ tree, options, images: {}, template: name, isSurvey: true, withinMs });
    return drawing.survey;
  } catch (error) {
    const cause = error instanceof ServiceError ? error.cause : undefined;
    if (!(cause instanceof Error)) throw error;
    if (/another slow drawing|takes too long/.test(cause.message)) return undefined;
    if (withinMs < surveyTimeMs && /processor time/.test(cause.message)) return undefined;
    if (/did not start|time of the request/.test(cause.message)) throw error;
    return { findings: [], failure: { message: failureText(cause.message) } };
  }
};

const failureText = (reason: string): string => {
  if (/processor time/.test(reason)) return 'The picture takes too long to draw.';
  // what the process says at its end names files of this machine
  if (/process ended|MiB of memory/.test(reason)) return 'The picture asks too much of the program that draws it.';
  return reason.replace(ofThePicture, '').split('\n')[0] ?? '';
};
