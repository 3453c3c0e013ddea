import { ServiceError } from '../../contract/errors.ts';
import type { Survey } from '../../core/picture/survey/findings.ts';
import type { SurveyRequest } from '../../core/picture/survey/survey.ts';
import { DrawFailure, draw, surveyTimeMs } from './draw.ts';

/** The stage at which it failed. */
const stage = /^(?:layout|raster|encode): /;

/**
 * Has a sample laid out and looked at in a drawing process (`core/picture/survey`).
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
    if (!(cause instanceof DrawFailure)) throw error;
    const { how } = cause;
    if (how === 'waiting' || how === 'clock' || (how === 'processor' && withinMs < surveyTimeMs)) return undefined;
    return { findings: [], failure: { message: failureText(cause) } };
  }
};

const failureText = ({ how, message }: DrawFailure): string => {
  if (how === 'processor') return 'The picture takes too long to draw.';
  // what the process says at its end names files of this machine
  if (how === 'crashed' || how === 'memory') return 'The picture asks too much of the program that draws it.';
  return message.replace(stage, '').split('\n')[0] ?? '';
};
