import { readFile } from 'node:fs/promises';
import { cardNamed } from '../cards.ts';
import { openOperations } from './operations.ts';
import { askForUnits, recordRounds } from './recorder.ts';
import { type Recorded, type Sequence, toSequence } from './sequences.ts';

/** File with the sequences that documents show and a test requires. `node bench/rounds/record.ts` writes it. */
export const recordedFile = new URL('./recorded.json', import.meta.url);

export const readRecorded = async (): Promise<Recorded> => JSON.parse(await readFile(recordedFile, 'utf8'));

export const processes = ['warm', 'started'] as const;

/** Opens the operations, of which each returns its calls. */
export const openRecordedOperations = async () => {
  // a card whose tree is of a usual size
  const source = cardNamed('list').source.replaceAll('heading', 'title');
  const operations = await openOperations<Sequence>(source, async (id, request) => {
    const recorder = recordRounds([id]);
    try {
      await request(recorder.answered);
    } finally {
      recorder.answered();
    }
    return toSequence(await recorder.end());
  });
  askForUnits();
  return {
    close: operations.close,
    /** Records every operation, each in a process that remembers nothing, or only what it did before. */
    record: async (which: 'plain' | 'remote', inProcess: (typeof processes)[number]) => {
      const recorded: Record<string, Sequence> = {};
      for (const [name, run] of Object.entries(operations.of(which))) {
        await operations.restart();
        // what a process reads once, and verdicts that it keeps for half a minute
        if (inProcess === 'warm') await run();
        recorded[name] = await run();
      }
      return recorded;
    },
  };
};

export const recordAll = async (): Promise<Recorded> => {
  const { record, close } = await openRecordedOperations();
  try {
    const [warm, started] = [
      { plain: await record('plain', 'warm'), remote: await record('remote', 'warm') },
      { plain: await record('plain', 'started'), remote: await record('remote', 'started') },
    ];
    return { warm, started };
  } finally {
    await close();
  }
};
