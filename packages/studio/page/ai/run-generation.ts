import type { GenerationProgress } from 'image-url-contract/schemas/generate.ts';
import { ask } from '../session/service.ts';
import { words } from '../words.ts';

/** Milliseconds between two looks at the progress. */
const pollMs = 1_000;

const { ai: texts } = words;

/** Describes how far the first item is. */
const describeProgress = ({ status, items: [item] }: GenerationProgress): string => {
  if (status === 'canceling') return texts.canceling;
  if (item?.step !== 'writing' && item?.step !== 'checking') return item?.step === 'saving' ? texts.saving : '';
  return texts.iteration(item.iteration, item.iterations, texts.steps[item.step]);
};

/**
 * Sends a request for a template by AI, and reports how far it is. When the signal fires, the service is told to cancel
 * it; the answer says whether it was saved before.
 *
 * @throws Refusal
 */
export const runGeneration = async <T>(
  path: string,
  body: object,
  signal: AbortSignal,
  onProgress: (text: string) => void,
): Promise<T> => {
  const id = crypto.randomUUID();
  const at = `/v1/generations/${id}`;
  const ended = new AbortController();
  const look = async (): Promise<void> => {
    let isCanceled = false;
    while (!ended.signal.aborted) {
      try {
        const method: 'DELETE' | 'GET' = signal.aborted && !isCanceled ? 'DELETE' : 'GET';
        const progress: GenerationProgress = await ask<GenerationProgress>(method, at, undefined, ended.signal);
        isCanceled ||= method === 'DELETE';
        if (!ended.signal.aborted) onProgress(describeProgress(progress));
      } catch {
        // not begun yet, or the network: the next look asks again
      }
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, pollMs);
        for (const one of isCanceled ? [ended.signal] : [ended.signal, signal])
          one.addEventListener('abort', () => resolve(clearTimeout(timer)), { once: true });
      });
    }
  };
  void look();
  try {
    return await ask<T>('POST', path, body, undefined, id);
  } finally {
    ended.abort();
  }
};
