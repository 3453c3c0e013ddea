/**
 * A process with one engine: `node engine-process.ts <engine> <root>`. It receives the cards' images, then orders, and
 * returns the duration of each image.
 */
import { once } from 'node:events';
import type { ImageFormat } from '../packages/engine/src/image-formats.ts';
import { cardNamed, neverSeen } from './cards.ts';
import { type EngineName, engines } from './engines/index.ts';
import { useImages } from './images.ts';

export interface Order {
  readonly card: string;
  readonly format: ImageFormat;
  /** The variables are those of these numbers. */
  readonly first: number;
  readonly count: number;
  /** Whether each image is of a template that was never rendered. */
  readonly isNeverSeen?: boolean;
  readonly sends?: boolean;
  /** Width and height instead of the card's. */
  readonly size?: number;
}

export interface Answer {
  /** Milliseconds of each image. */
  readonly times: readonly number[];
  /** The same without evaluating its template. */
  readonly rendered: readonly number[];
  readonly stages: readonly Readonly<Record<string, number>>[];
  /** Bytes of the last image. */
  readonly length: number;
  readonly bytes?: Uint8Array;
  readonly error?: string;
}

const [name, root] = process.argv.slice(2) as [EngineName, string];
const send = (message: unknown) => process.send?.(message);

const [images] = await once(process, 'message');
useImages(images);

try {
  const engine = await engines[name](root);
  const render = async ({ card, format, first, count, isNeverSeen, sends, size }: Order): Promise<Answer> => {
    const times: number[] = [];
    const rendered: number[] = [];
    const stages: Readonly<Record<string, number>>[] = [];
    let bytes: Uint8Array = new Uint8Array();
    for (let number = first; number < first + count; number += 1) {
      const named = isNeverSeen ? neverSeen(cardNamed(card), number) : cardNamed(card);
      const chosen = size === undefined ? named : { ...named, width: size, height: size };
      const variables = chosen.variables(number);
      await engine.prepare(chosen);
      const started = performance.now();
      bytes = await engine.render(chosen, variables, format);
      const took = performance.now() - started;
      const taken = engine.stages?.() ?? {};
      times.push(took);
      rendered.push(took - (taken.evaluate ?? 0));
      stages.push(taken);
    }
    return { times, rendered: rendered, stages, length: bytes.length, ...(sends && { bytes }) };
  };
  process.on('message', async (order: Order) => {
    send(
      await render(order).catch((error: Error) => ({
        times: [],
        rendered: [],
        stages: [],
        length: 0,
        error: error.message,
      })),
    );
  });
  process.on('disconnect', async () => {
    await engine.close?.();
    process.exit();
  });
  send({ ready: true });
} catch (error) {
  send({ failed: (error as Error).message });
  process.exitCode = 1;
}
