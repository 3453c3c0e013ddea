import { type HostedEngine, hostEngine } from './engine-host.ts';
import { type EngineName, getEngineNames, ownEngines } from './engines/index.ts';
import type { Measurement } from './measurement.ts';
import { ratioTable, stageTable, timeTable } from './report.ts';
import type { PartSettings } from './settings.ts';
import { type Measured, measureWarm, renderingAlone } from './warm.ts';

/** Measures all engines with variables that change from image to image. */
export const measureWarmImages = (settings: PartSettings): Promise<Measurement> =>
  measureStarted(settings, false, (measured) => [
    ...describeRatios(measured),
    'With the template, means over the cards:',
    timeTable(measured),
    'Where the time of our engines goes, means over the cards:',
    stageTable(measured, ownEngines),
  ]);

/** Measures all engines with templates that were never rendered. */
export const measureFirstImages = (settings: PartSettings): Promise<Measurement> =>
  measureStarted(settings, true, describeRatios);

const describeRatios = (measured: readonly Measured[]): string[] =>
  ownEngines.flatMap((engine) => [
    `Their time and bytes over ${engine}, rendering alone:`,
    ratioTable(measured.map(renderingAlone), engine),
  ]);

/** One that does not start, or fails, is left out and named as a problem. */
const measureStarted = async (
  settings: PartSettings,
  isNeverSeen: boolean,
  describe: (measured: readonly Measured[]) => string[],
): Promise<Measurement> => {
  const problems: string[] = [];
  const started: HostedEngine[] = [];
  for (const name of getEngineNames()) {
    const engine = await tryHosting(name);
    if (typeof engine === 'string') problems.push(engine);
    else started.push(engine);
  }
  try {
    return { text: describe(await measureWarm(started, { ...settings, isNeverSeen })).join('\n\n'), problems };
  } finally {
    await Promise.all(started.map((engine) => engine.stop()));
  }
};

const tryHosting = async (name: EngineName): Promise<HostedEngine | string> => {
  try {
    return await hostEngine(name);
  } catch (error) {
    return (error as Error).message;
  }
};
