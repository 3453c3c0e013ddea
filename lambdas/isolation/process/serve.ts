import type { Report } from './messages.ts';
import { type Collect, tidying } from './tidying.ts';

/** An answer, and whether the process must not be used again. */
export interface Served<Answer> {
  readonly answer: Answer;
  readonly isWorn: boolean;
}

export interface ServeSettings {
  /** A process that holds more than so many bytes after its work is not used again. */
  readonly wornBytes: number;
  /** Called after each answer, while no job waits. */
  readonly rest?: () => void;
}

/**
 * Makes this process a worker: it takes jobs one at a time from the process that started it, and ends
 * with that one.
 *
 * @param work rejects only for a fault of our own, which ends the process. `tell` reports the stage.
 */
export const serve = <Order, Answer, Progress = never>(
  work: (order: Order, tell: (progress: Progress) => void) => Promise<Served<Answer>>,
  { wornBytes, rest }: ServeSettings,
): void => {
  const report = (message: Report<Answer, Progress>) =>
    new Promise<void>((done) => {
      if (process.send) process.send(message, undefined, undefined, () => done());
    });
  // `startProgram` says that there is one
  const tidy = tidying((globalThis as unknown as { gc: Collect }).gc);
  const obey = async (order: Order): Promise<void> => {
    const served = await work(order, (progress) => void report({ kind: 'progress', progress }));
    const isWorn = served.isWorn || process.memoryUsage.rss() > wornBytes;
    await report({ kind: 'answer', answer: served.answer, isWorn });
    if (isWorn) return;
    rest?.();
    tidy();
  };
  process.on('message', (order: Order) => {
    // A turn of the event loop first: native memory of the work before is only given back in one.
    setImmediate(() => void obey(order));
  });
  process.on('disconnect', () => process.exit());
  void report({ kind: 'ready' });
};
