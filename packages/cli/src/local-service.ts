import { availableParallelism } from 'node:os';
import { usualEngine } from '../../../lambdas/contract/engine-names.ts';
import type { CheckTemplateRequest, CheckTemplateResponse } from '../../../lambdas/contract/schemas/template.ts';
import { closeDrawers, shareDrawers } from '../../../lambdas/isolation/draw/draw.ts';
import { tooLongToDraw } from '../../../lambdas/isolation/draw/failure.ts';
import { closeEvaluators, shareEvaluators } from '../../../lambdas/isolation/evaluate/evaluate.ts';
import { outOfTime } from '../../../lambdas/isolation/evaluate/evaluation.ts';
import type { Sharing } from '../../../lambdas/isolation/turns/sharing.ts';
import { rememberedImages } from '../../../lambdas/remote-images/remembered-images.ts';
import { remoteImages } from '../../../lambdas/remote-images/remote-images.ts';
import { checkTemplate } from '../../../lambdas/usecases/check-template.ts';
import { exitCodes, Failure, hasCode } from './failure.ts';

/** More drawing processes than this take more memory than they save time. */
const mostAtOnce = 4;

/** What of the service runs on this machine: its compiler, interpreter and engines, isolated as the service has them. */
export interface LocalService {
  /** How many checks are worth asking for at once. */
  readonly atOnce: number;
  /** As `POST /v1/templates/check`. */
  check(request: CheckTemplateRequest): Promise<CheckTemplateResponse>;
  close(): Promise<void>;
}

/** Rethrows what is no want of time. */
const starved = (error: unknown): undefined => {
  if (!hasCode(error, 'RENDER_ERROR')) throw error;
};

/** By the clock on the wall: it may have been the machine. */
const tookTooLong = ({ errors }: CheckTemplateResponse): boolean =>
  errors.some(({ message }) => message.includes(outOfTime.message) || message.includes(tooLongToDraw));

/** Starts the processes in which templates are read, run and drawn. @param now what templates see as the moment */
export const openLocalService = (now = () => new Date()): LocalService => {
  const atOnce = Math.min(availableParallelism(), mostAtOnce);
  const places = { quick: atOnce, proven: 0, slow: atOnce, suspects: atOnce };
  const sharing: Sharing = { places, fetching: places, kept: atOnce, isWhole: true };
  shareEvaluators(sharing);
  shareDrawers(sharing);
  const nothing = () => Promise.reject(new Error('Nothing is stored here.'));
  const ports = {
    'sources:read': { code: nothing },
    'fonts:read': { of: async () => [] },
    'fontFiles:read': { read: nothing },
    'remoteImages:fetch': rememberedImages(remoteImages()),
  };
  const runtime = { now, defaultEngine: usualEngine };
  let checks = 0;
  const checkOnce = (request: CheckTemplateRequest) => {
    checks += 1;
    // each has its own turn: all of them are its author's
    return checkTemplate(ports, runtime, { accountId: `check${checks}` }, undefined, request);
  };
  let last: Promise<unknown> = Promise.resolve();
  /** One after another: what a busy machine did not manage beside others it may manage alone. */
  const checkAlone = (request: CheckTemplateRequest) => {
    const checking = last.then(() => checkOnce(request));
    last = checking.catch(() => {});
    return checking;
  };
  return {
    atOnce,
    check: async (request) => {
      const first = await checkOnce(request).catch(starved);
      if (first && !tookTooLong(first)) return first;
      const second = await checkAlone(request).catch(starved);
      if (second && !tookTooLong(second)) return second;
      return checkAlone(request).catch((error: unknown) => {
        starved(error);
        const message = 'This machine is too busy to draw: end something else, or try again later.';
        throw new Failure('TOO_BUSY', message, exitCodes.service, { cause: error });
      });
    },
    close: async () => {
      await Promise.all([closeEvaluators(), closeDrawers()]);
    },
  };
};
