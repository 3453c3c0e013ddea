import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Measurement } from './measurement.ts';
import { projectRoot } from './project-root.ts';
import type { PartName, PartSettings } from './settings.ts';

const script = fileURLToPath(new URL('./part-process.ts', import.meta.url));

/**
 * Runs a part in a process of its own, whose errors are printed.
 *
 * @throws Error if the process ends without a measurement
 */
export const runPart = async (name: PartName, settings: PartSettings): Promise<Measurement> => {
  const child = fork(script, [name, JSON.stringify(settings)], { cwd: projectRoot });
  return new Promise((resolve, reject) => {
    child.once('message', (measurement) => resolve(measurement as Measurement));
    child.once('error', reject);
    child.once('exit', (code, signal) => reject(new Error(`Its process ended with ${signal ?? `code ${code}`}.`)));
  });
};
