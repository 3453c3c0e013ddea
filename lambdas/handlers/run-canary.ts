import { setTimeout } from 'node:timers/promises';
import { connect } from '../aws/connect.ts';
import { httpServiceClient } from '../aws/http/service-client.ts';
import { inTime } from '../http/deadline.ts';
import { runtime } from '../runtime/runtime.ts';
import { runCanary } from '../usecases/canary/run-canary.ts';

const ports = connect('runCanary', {
  'service:call': httpServiceClient,
});

/** Pause between two attempts, in seconds: longer than a lost packet matters, short enough for an alarm. */
const usualPauseSeconds = 30;

/** The scheduled canary; `pauseSeconds` in the event replaces its pause. */
export const handler = inTime(
  ({ pauseSeconds = usualPauseSeconds }: { pauseSeconds?: number } = {}, _context?: unknown) =>
    runCanary(ports, runtime, () => setTimeout(pauseSeconds * 1_000)),
);
