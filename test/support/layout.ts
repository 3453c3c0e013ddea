import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import sharp from 'sharp';
import type { Corrections } from '../../lambdas/core/engines/satori/corrections.ts';
import { layoutEngine } from '../../lambdas/core/engines/satori/layout.ts';
import { withTurnedOffsets } from '../../lambdas/core/engines/satori/tree/vertical-offsets.ts';
import { emojiFilesIn, fontFilesIn } from '../../lambdas/isolation/draw/files.ts';

const { resolve } = createRequire(import.meta.url);
const modules = dirname(dirname(dirname(resolve('@resvg/resvg-js/package.json'))));
const emoji = emojiFilesIn(modules);

/** What is installed; font files of their own for each who asks. */
export const installed = () => ({ fonts: fontFilesIn(modules), emoji, sharp });

const fonts = withTurnedOffsets(installed().fonts);

/** Lays trees out in this process, with the fonts and emoji that are installed. */
export const layOutWith = (corrections?: Corrections) => layoutEngine({ fonts, emoji, sharp }, corrections);

export const layOut = layOutWith();
