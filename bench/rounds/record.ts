/** `node bench/rounds/record.ts`: writes the calls of each operation, which documents show and a test requires. */
import { writeFile } from 'node:fs/promises';
import { recordAll, recordedFile } from './recorded.ts';

await writeFile(recordedFile, `${JSON.stringify(await recordAll(), null, 2)}\n`);
// sockets to ended emulators may still be open
process.exit();
