/** A process with one part: `node part-process.ts NAME SETTINGS`. It sends the part's measurement. */
import { parts } from './parts.ts';
import type { PartName } from './settings.ts';

const [name, settings] = process.argv.slice(2) as [PartName, string];
const measurement = await parts[name].measure(JSON.parse(settings));
// sockets to ended emulators may still be open
process.send?.(measurement, () => process.exit());
