import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import sharp from 'sharp';
import { layoutEngine } from '../../lambdas/core/engines/satori/layout.ts';
import { withTurnedOffsets } from '../../lambdas/core/engines/satori/tree/vertical-offsets.ts';
import { emojiFilesIn, fontFilesIn } from '../../lambdas/isolation/draw/files.ts';

const { resolve } = createRequire(import.meta.url);
const modules = dirname(dirname(dirname(resolve('@resvg/resvg-js/package.json'))));

/** Lays trees out in this process, with the fonts and emoji that are installed. */
export const layOut = layoutEngine({
  fonts: withTurnedOffsets(fontFilesIn(modules)),
  emoji: emojiFilesIn(modules),
  sharp,
});
