import { ServiceError } from '../../contract/errors.ts';
import type { Survey } from '../../core/picture/survey/findings.ts';
import { drawers } from './draw.ts';
import { DrawFailure, failureText } from './failure.ts';
import type { SurveyOrder } from './messages.ts';
import { type DrawSettings, surveyTimeMs } from './pool.ts';

/**
 * Lays a sample out and lints its rendering in a render worker (`core/picture/survey`).
 *
 * @returns undefined when the template's other steps have used up its processor time.
 * @throws RENDER_ERROR when no render worker can be started; SERVICE_UNAVAILABLE when none is free in time.
 */
export const survey = async (request: SurveyOrder, settings: DrawSettings = {}): Promise<Survey | undefined> => {
  const isShort = (settings.budget?.leftMs() ?? surveyTimeMs) < surveyTimeMs;
  try {
    return await drawers().survey(request, settings);
  } catch (error) {
    const cause = error instanceof ServiceError ? error.cause : undefined;
    if (!(cause instanceof DrawFailure)) throw error;
    if (cause.how === 'processor' && isShort) return undefined;
    return { findings: [], failure: { message: failureText(cause) } };
  }
};
