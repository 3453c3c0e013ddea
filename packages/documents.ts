import { copyFileSync } from 'node:fs';
import { join } from 'node:path';

/* Copies the files that every package contains to the folder of `npm pack`. */

for (const name of ['CHANGELOG.md', 'LICENSE']) copyFileSync(join(import.meta.dirname, '..', name), name);
