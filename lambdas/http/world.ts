import { randomBytes } from 'node:crypto';
import { Logger } from '@aws-lambda-powertools/logger';
import type { World } from '../ports/ports.ts';

let logger: Logger | undefined;

/** The real clock, real chance and structured logs. */
export const world: World = {
  now: () => new Date(),
  randomBytes: (count) => randomBytes(count),
  log: (level, message, details = {}) => {
    logger ??= new Logger({ serviceName: 'image-url-service' });
    logger[level](message, { ...details });
  },
};
