import { mostBodyBytes, mostItems } from './contract.ts';
import { ImageUrlError } from './image-url-error.ts';
import type { MintedUrl } from './minting.ts';

/** Bytes of the items of one request; the body has a few more around them. */
const mostBytes = mostBodyBytes - 64;
/** Milliseconds within which calls are collected into one batch. */
const momentMs = 10;
const requestsAtOnce = 4;

interface Waiting {
  /** The item as JSON. */
  readonly item: string;
  /** Equal for items of the same template. */
  readonly template: string;
  readonly bytes: number;
  readonly resolve: (minted: MintedUrl) => void;
  readonly reject: (error: unknown) => void;
  /** Whether it was already reported as the cause of an error while other items preceded it. */
  isSuspect?: boolean;
}

/** Errors of a template that do not depend on its variables. */
const ofTemplate = ['TEMPLATE_NOT_FOUND', 'VERSION_NOT_FOUND', 'TEMPLATE_NOT_COMPILED'];

/** Batches calls into requests of at most `atMost` items. A failed batch is sent again without the invalid item. */
export const batches = (send: (items: readonly string[]) => Promise<MintedUrl[]>, atMost = mostItems) => {
  const waiting: Waiting[] = [];
  let underWay = 0;
  let isGathering = false;

  const nextBatch = (): Waiting[] => {
    let items = 0;
    let bytes = 0;
    for (const one of waiting.slice(0, atMost)) {
      bytes += one.bytes + 1;
      if (items > 0 && bytes > mostBytes) break;
      items += 1;
    }
    return waiting.splice(0, items);
  };

  /** Rejects items that failed permanently, and puts the others at the front of the queue. */
  const sortOut = (batch: readonly Waiting[], error: unknown): void => {
    const first = error instanceof ImageUrlError && error.item !== undefined ? batch[error.item] : undefined;
    if (!(error instanceof ImageUrlError) || first === undefined) {
      for (const one of batch) one.reject(error);
      return;
    }
    const { code, message, status, requestId } = error;
    // earlier items may have used up the processor time of the batch
    if (code === 'INVALID_VARIABLES' && first !== batch[0] && !first.isSuspect) {
      first.isSuspect = true;
      waiting.unshift(first, ...batch.filter((one) => one !== first));
      return;
    }
    const isHit = (one: Waiting) => one === first || (ofTemplate.includes(code) && one.template === first.template);
    const own = new ImageUrlError(message, { code, status, requestId });
    for (const one of batch) if (isHit(one)) one.reject(own);
    waiting.unshift(...batch.filter((one) => !isHit(one)));
  };

  const run = async (batch: readonly Waiting[]): Promise<void> => {
    underWay += 1;
    try {
      const minted = await send(batch.map(({ item }) => item));
      for (const [n, one] of batch.entries()) one.resolve(minted[n] as MintedUrl);
    } catch (error) {
      sortOut(batch, error);
    }
    underWay -= 1;
    pump();
  };

  const pump = (): void => {
    isGathering = false;
    while (waiting.length > 0 && underWay < requestsAtOnce) void run(nextBatch());
  };

  /** Mints one item, batched with other calls of the same moment. */
  return (item: string, template: string): Promise<MintedUrl> =>
    new Promise((resolve, reject) => {
      waiting.push({ item, template, bytes: new TextEncoder().encode(item).length, resolve, reject });
      if (isGathering) return;
      isGathering = true;
      setTimeout(pump, momentMs);
    });
};
