import { setTimeout } from 'node:timers/promises';
import type { CustomResourceAnswer } from 'image-url-contract/custom-resources.ts';
import type { EnvironmentOf } from '../../config/capabilities.ts';

const attempts = 4;
const attemptMs = 10_000;

/** No content type, because CloudFormation's signature does not cover one. */
const headers = { 'content-type': '' };

/**
 * Sends responses of custom resources, which contain no secret, to the presigned URLs of CloudFormation.
 *
 * @param pauseMs before the second request; doubled for each further one
 * @throws Error for a URL without HTTPS, and when CloudFormation does not accept the response
 */
export const httpCustomResourceAnswers = (
  { LOOPBACK_ANSWERS }: EnvironmentOf<'customResources:answer'>,
  pauseMs = 250,
) => ({
  /** Sends a response to the `ResponseURL` of the event. */
  async send(address: string, answer: CustomResourceAnswer): Promise<void> {
    const { protocol, hostname } = new URL(address);
    const isLoopback = LOOPBACK_ANSWERS === 'on' && hostname === '127.0.0.1';
    if (protocol !== 'https:' && !isLoopback) throw new Error('ResponseURL: expected an address with https.');
    const body = Buffer.from(JSON.stringify(answer));
    for (let attempt = 1; ; attempt += 1) {
      try {
        const signal = AbortSignal.timeout(attemptMs);
        const { ok, status } = await fetch(address, { method: 'PUT', headers, body, redirect: 'error', signal });
        if (ok) return;
        throw new Error(`CloudFormation answered ${status}.`);
      } catch (error) {
        if (attempt === attempts) throw error;
        await setTimeout(pauseMs * 2 ** (attempt - 1));
      }
    }
  },
});
