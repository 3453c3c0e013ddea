import type { Measurement } from './measurement.ts';
import type { PartName, PartSettings } from './settings.ts';

interface Part {
  /** Heading in README.md. */
  readonly title: string;
  readonly measure: (settings: PartSettings) => Promise<Measurement>;
}

/** Parts by name; a process loads only what its part needs. */
export const parts: Readonly<Record<PartName, Part>> = {
  counting: {
    title: 'Quota',
    measure: async (settings) => (await import('./counting.ts')).measureCounting(settings),
  },
  signing: {
    title: 'Signatures of the client',
    measure: async (settings) => (await import('./signing.ts')).measureSigning(settings),
  },
  service: {
    title: 'The local service, over HTTP',
    measure: async (settings) => (await import('./service.ts')).measureService(settings),
  },
  functions: {
    title: 'The deployed functions, from the start of a process and warm',
    measure: async (settings) => (await import('./functions.ts')).measureFunctions(settings),
  },
  rounds: {
    title: 'To the first byte, with a simulated network',
    measure: async (settings) => (await import('./rounds/run.ts')).measureRounds(settings),
  },
  burst: {
    title: 'Sixty templates parsed at once',
    measure: async (settings) => (await import('./burst.ts')).measureBursts(settings),
  },
  warm: {
    title: 'Warm, with changing variables',
    measure: async (settings) => (await import('./engines-in-turn.ts')).measureWarmImages(settings),
  },
  first: {
    title: 'Templates that were never rendered',
    measure: async (settings) => (await import('./engines-in-turn.ts')).measureFirstImages(settings),
  },
  cold: {
    title: 'From the start of a process to its first image',
    measure: async (settings) => (await import('./cold.ts')).measureCold(settings),
  },
  large: {
    title: 'A large image',
    measure: async (settings) => (await import('./memory.ts')).measureLarge(settings),
  },
  memory: {
    title: 'Memory of the render worker, all cards and formats in turn',
    measure: async (settings) => (await import('./memory.ts')).measureMemory(settings),
  },
  studio: {
    title: 'The studio',
    measure: async (settings) => (await import('./studio.ts')).measureStudio(settings),
  },
  against: {
    title: 'This tree against another revision',
    measure: async (settings) => (await import('./against.ts')).measureAgainst(settings),
  },
};
