import { parseArgs } from 'node:util';

const parts = [
  'counting',
  'on-demand',
  'service',
  'burst',
  'warm',
  'first',
  'cold',
  'functions',
  'large',
  'memory',
] as const;
export type Part = (typeof parts)[number];

/** Parses the options of `npm run bench -- ...`. */
export const readSettings = () => {
  const { values } = parseArgs({
    options: {
      /** A revision to compare with; other parts do not run. */
      against: { type: 'string' },
      /** Maximum write units of consuming quota. @default the promised number */
      'at-most': { type: 'string', default: '2' },
      /** Parts to run, separated by commas. */
      only: { type: 'string' },
      /** Fewer turns, to see that it runs; its figures mean nothing. */
      quick: { type: 'boolean', default: false },
      /** Writes the tables into README.md. */
      write: { type: 'boolean', default: false },
    },
  });
  const chosen = values.only?.split(',') ?? parts;
  const unknown = chosen.filter((part) => !(parts as readonly string[]).includes(part));
  if (unknown.length > 0) throw new Error(`There is no part called ${unknown.join()}: ${parts.join(', ')}.`);
  const isQuick = values.quick;
  return {
    against: values.against,
    isWritten: values.write,
    has: (part: Part) => chosen.includes(part),
    countedCalls: isQuick ? 100 : 1_000,
    countedAtMost: Number(values['at-most']),
    turns: isQuick ? 1 : 4,
    pictures: isQuick ? 2 : 4,
    bursts: isQuick ? 2 : 30,
    requests: isQuick ? 30 : 200,
    starts: isQuick ? 2 : 9,
    onDemandStarts: isQuick ? 2 : 15,
    signatures: isQuick ? 2_000 : 20_000,
    memoryMarks: isQuick ? [100, 300] : [200, 1_000, 2_000],
  };
};
