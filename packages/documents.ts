import { copyFileSync } from 'node:fs';
import { join } from 'node:path';

/* Puts what every package comes with beside the package.json that `npm pack` is run for. */

for (const name of ['CHANGELOG.md', 'LICENSE']) copyFileSync(join(import.meta.dirname, '..', name), name);
