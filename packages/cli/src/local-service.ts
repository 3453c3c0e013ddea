import { availableParallelism } from 'node:os';
import { usualEngine } from '../../../lambdas/contract/engine-names.ts';
import type { CheckTemplateRequest, CheckTemplateResponse } from '../../../lambdas/contract/schemas/template.ts';
import { closeDrawers, resizeDrawers } from '../../../lambdas/isolation/draw/draw.ts';
import { closeEvaluators, resizeEvaluators } from '../../../lambdas/isolation/evaluate/evaluate.ts';
import { rememberedImages } from '../../../lambdas/remote-images/remembered-images.ts';
import { remoteImages } from '../../../lambdas/remote-images/remote-images.ts';
import { checkTemplate } from '../../../lambdas/usecases/check-template.ts';
import { exitCodes, Failure, hasCode } from './failure.ts';

/** More render workers than this take more memory than they save time. */
const mostAtOnce = 4;

/** What of the service runs on this machine: its compiler, interpreter and engines, isolated as the service has them. */
export interface LocalService {
  /** How many checks are worth asking for at once. */
  readonly atOnce: number;
  /** As `POST /v1/templates/check`. */
  check(request: CheckTemplateRequest): Promise<CheckTemplateResponse>;
  close(): Promise<void>;
}

/** Starts the processes in which templates are read, run and drawn. @param now what templates see as the moment */
export const openLocalService = (now = () => new Date()): LocalService => {
  const atOnce = Math.min(availableParallelism(), mostAtOnce);
  resizeEvaluators(atOnce);
  resizeDrawers(atOnce);
  const nothing = () => Promise.reject(new Error('Nothing is stored here.'));
  const ports = {
    'sources:read': { code: nothing },
    'fonts:read': { of: async () => [] },
    'fontFiles:read': { read: nothing },
    'remoteImages:fetch': rememberedImages(remoteImages()),
  };
  const runtime = { now, defaultEngine: usualEngine };
  return {
    atOnce,
    check: async (request) => {
      try {
        return await checkTemplate(ports, runtime, { accountId: 'local' }, undefined, request);
      } catch (error) {
        if (!hasCode(error, 'SERVICE_UNAVAILABLE')) throw error;
        const message = 'This machine is too busy to render: end something else, or try again later.';
        throw new Failure('TOO_BUSY', message, exitCodes.service, { cause: error });
      }
    },
    close: async () => {
      await Promise.all([closeEvaluators(), closeDrawers()]);
    },
  };
};
