import { setTimeout } from 'node:timers/promises';
import { fail } from 'image-url-contract/errors.ts';
import type { ItemProgress } from 'image-url-contract/schemas/generate.ts';
import { withinBudget } from 'image-url-engine/workers.ts';
import type { Ports } from '../ports/ports.ts';
import type { Runtime } from '../ports/runtime.ts';

/** Milliseconds between two looks at whether the request is canceled. */
const pollMs = 2_000;
/** Milliseconds after which a run is over, however it ended: the timeout of its function. */
const longestMs = 180_000;
/** Milliseconds for the last write. */
const lastWriteMs = 1_000;

type ProgressPorts = Pick<Ports, 'generationProgress:write'>;

/** Reports the step of one item. @param iteration @default that of its last step */
export type Report = (step: ItemProgress['step'], iteration?: number) => void;

/** Progress of the items of a request. */
export interface Progress {
  /** Fires with GENERATION_CANCELED when the request is canceled. */
  readonly signal: AbortSignal;
  report(item: number, step: ItemProgress['step'], iteration?: number): void;
  /** Reports that an item is being saved: from then on it cannot be canceled. @throws GENERATION_CANCELED */
  beginSaving(item: number): Promise<void>;
  /** Reports the end of all items. */
  end(): Promise<void>;
}

const untracked: Progress = {
  signal: new AbortController().signal,
  report: () => undefined,
  beginSaving: async () => undefined,
  end: async () => undefined,
};

/**
 * Stores the progress of a request with an `Idempotency-Key`, and notices when it is canceled. Without the header
 * nothing is stored. A failed write or read is logged and changes nothing else.
 */
export const openProgress = async (
  ports: ProgressPorts,
  runtime: Runtime,
  accountId: string,
  { count, iterations }: { readonly count: number; readonly iterations: number },
): Promise<Progress> => {
  const { keyed } = runtime;
  if (!keyed) return untracked;
  const store = ports['generationProgress:write'];
  const ref = { accountId, generationId: keyed.key };
  const items: ItemProgress[] = Array.from({ length: count }, () => ({ step: 'waiting', iteration: 0, iterations }));
  let endsAt = new Date(keyed.receivedAt.getTime() + longestMs);
  const run = await store.start(ref, { items, endsAt }, keyed.receivedAt).catch((cause: unknown) => {
    runtime.log('warn', 'generation not stored', { cause });
  });
  if (run === undefined) return untracked;
  const canceling = new AbortController();
  const ended = new AbortController();

  const noteIfCanceled = async (asking: Promise<boolean>): Promise<void> => {
    const isCanceled = await asking.catch((cause: unknown) => {
      runtime.log('warn', 'progress not stored or read', { cause });
      return false;
    });
    if (isCanceled) canceling.abort(fail('GENERATION_CANCELED'));
  };
  let writing: Promise<void> = Promise.resolve();
  let isQueued = false;
  /** Writes the items as they are when the write before is done; several changes may be one write. */
  const write = (): Promise<void> => {
    if (isQueued) return writing;
    isQueued = true;
    writing = writing.then(() => {
      isQueued = false;
      return noteIfCanceled(store.write(ref, { run, items: [...items], endsAt }));
    });
    return writing;
  };
  const poll = async (): Promise<void> => {
    while (!ended.signal.aborted && !canceling.signal.aborted) {
      await setTimeout(pollMs, undefined, { ref: false, signal: ended.signal });
      await noteIfCanceled(store.isCanceled(ref, run));
    }
  };

  // ends with the signal
  poll().catch(() => undefined);
  const set = (item: number, step: ItemProgress['step'], iteration = items[item]?.iteration ?? 0) => {
    items[item] = { step, iteration, iterations };
    return write();
  };
  return {
    signal: canceling.signal,
    report: (item, step, iteration) => void set(item, step, iteration),
    async beginSaving(item) {
      canceling.signal.throwIfAborted();
      await set(item, 'saving');
      canceling.signal.throwIfAborted();
    },
    async end() {
      ended.abort();
      endsAt = new Date(0);
      await withinBudget(AbortSignal.timeout(lastWriteMs), write).catch((cause: unknown) => {
        runtime.log('warn', 'end of a generation not stored', { cause });
      });
    },
  };
};
