import { ServiceError } from '../../contract/errors.ts';
import type { Survey } from '../../core/picture/survey/findings.ts';
import { drawers } from './draw.ts';
import { DrawFailure, failureText } from './failure.ts';
import type { SurveyOrder } from './messages.ts';
import { type DrawFor, surveyTimeMs } from './pool.ts';

/**
 * Lays a sample out and surveys it in a drawing process (`core/picture/survey`).
 *
 * @returns undefined when there was no time for it: a busy machine is no fault of the picture's.
 * @throws RENDER_ERROR when no drawing process can be had.
 */
export const survey = async (request: SurveyOrder, drawFor: DrawFor): Promise<Survey | undefined> => {
  try {
    return await drawers().survey(request, drawFor);
  } catch (error) {
    const cause = error instanceof ServiceError ? error.cause : undefined;
    if (!(cause instanceof DrawFailure)) throw error;
    const isShort = (drawFor.timeMs ?? surveyTimeMs) < surveyTimeMs;
    if (cause.how === 'waiting' || cause.how === 'clock' || (cause.how === 'processor' && isShort)) return undefined;
    return { findings: [], failure: { message: failureText(cause) } };
  }
};
