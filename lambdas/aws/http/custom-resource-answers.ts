import { setTimeout } from 'node:timers/promises';
import type { EnvironmentOf } from '../../config/capabilities.ts';
import type { CustomResourceAnswer } from '../../contract/custom-resources.ts';

const attempts = 4;
const attemptMs = 10_000;

/** Without a content type, which CloudFormation has not signed. */
const headers = { 'content-type': '' };

/**
 * Puts answers to the presigned URLs of CloudFormation. What is sent holds no secret, and what comes back is not read.
 *
 * @param pauseMs before the second attempt; twice as long before each further one.
 * @throws Error for an address that is not HTTPS, and when CloudFormation does not take the answer.
 */
export const httpCustomResourceAnswers = (
  { LOOPBACK_ANSWERS }: EnvironmentOf<'customResources:answer'>,
  pauseMs = 250,
) => ({
  /** Sends an answer to the address that CloudFormation gave. */
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
