import { parseArgs } from 'node:util';

/** Parts of a run. Each runs in a process of its own, so none depends on what ran before it. */
export const partNames = [
  'counting',
  'signing',
  'service',
  'functions',
  'rounds',
  'burst',
  'warm',
  'first',
  'cold',
  'large',
  'memory',
  'studio',
] as const;
export type PartName = (typeof partNames)[number] | 'against';

/** How much a part measures. Travels to its process as JSON. */
export interface PartSettings {
  /** Git revision to compare with. */
  readonly against: string;
  /** Maximum write units of consuming quota. */
  readonly countedAtMost: number;
  readonly countedCalls: number;
  readonly signatures: number;
  /** Images of each kind from a running service. */
  readonly requests: number;
  /** Starts of each process or function that is timed from its start. */
  readonly starts: number;
  readonly bursts: number;
  /** Keys that are typed in each template of the studio. */
  readonly keystrokes: number;
  /** Turns of each engine at each card and format. */
  readonly turns: number;
  /** Images in one turn. */
  readonly images: number;
  /** Width and height of the large image. */
  readonly largePx: number;
  /** Numbers of images after which memory is read. */
  readonly memoryMarks: readonly number[];
}

const whole = {
  countedCalls: 1_000,
  signatures: 20_000,
  requests: 200,
  starts: 15,
  bursts: 30,
  keystrokes: 40,
  turns: 4,
  images: 4,
  largePx: 4096,
  memoryMarks: [200, 1_000, 2_000],
};
const quick: typeof whole = {
  countedCalls: 100,
  signatures: 2_000,
  requests: 10,
  starts: 1,
  bursts: 1,
  keystrokes: 3,
  turns: 1,
  images: 1,
  largePx: 1024,
  memoryMarks: [20, 50],
};

/** Parses the options of `npm run bench -- ...`. @throws Error for options that exclude each other */
export const readSettings = (args?: readonly string[]) => {
  const { values } = parseArgs({
    ...(args && { args: [...args] }),
    options: {
      /** A revision to compare with; other parts do not run, or `rounds` alone. */
      against: { type: 'string' },
      /** Maximum write units of consuming quota. @default the promised number */
      'at-most': { type: 'string', default: '2' },
      /** Parts to run, separated by commas. */
      only: { type: 'string' },
      /** Few runs, to see that it works; its figures mean nothing. */
      quick: { type: 'boolean', default: false },
      /** Writes the tables into README.md. */
      write: { type: 'boolean', default: false },
    },
  });
  const { against, only, write: isWritten } = values;
  const others = [values.quick && '--quick', only !== undefined && '--only', against !== undefined && '--against'];
  const excluded = others.filter((option) => option !== false);
  if (isWritten && excluded.length > 0)
    throw new Error(`--write writes the tables of one whole run. Leave out ${excluded.join(', ')}.`);
  if (against !== undefined && only !== undefined && only !== 'rounds')
    throw new Error('--against compares engines, or with --only rounds what a request waits for. Leave out --only.');
  const chosen = only?.split(',') ?? partNames;
  const unknown = chosen.filter((part) => !(partNames as readonly string[]).includes(part));
  if (unknown.length > 0) throw new Error(`There is no part called ${unknown.join()}: ${partNames.join(', ')}.`);
  const settings: PartSettings = {
    against: against ?? '',
    countedAtMost: Number(values['at-most']),
    ...(values.quick ? quick : whole),
  };
  const parts = against === undefined || only !== undefined ? (chosen as readonly PartName[]) : (['against'] as const);
  return { parts, settings, isWritten, isQuick: values.quick };
};
