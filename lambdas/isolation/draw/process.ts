import { createRequire } from 'node:module';
import { dirname, extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EngineName } from '../../contract/engine-names.ts';
import { IsolatedProcess } from '../process/isolated-process.ts';
import type { DrawAnswer, DrawOrder, DrawProgress } from './messages.ts';

export type DrawProcess = IsolatedProcess<DrawOrder, DrawAnswer, DrawProgress>;

const file = new URL(`./draw-child${extname(fileURLToPath(import.meta.url))}`, import.meta.url);

/** Where rasteriser, encoder, fonts and emoji are installed: a layer's directory, or the project's. */
const modulesDirectory = (): string =>
  dirname(dirname(dirname(createRequire(import.meta.url).resolve('@resvg/resvg-js/package.json'))));

/** Starts a process that draws. @param usual the engine that most pictures are drawn with */
export const startDrawer = (usual: EngineName): DrawProcess => {
  const modules = modulesDirectory();
  return new IsolatedProcess({
    file,
    name: 'The drawing process',
    args: [modules, usual],
    modules,
    isNative: true,
    heapMib: 1024,
    // a first picture makes much that is soon dropped: with the usual 1 MiB for such things a tenth of its time is collecting
    flags: ['--min-semi-space-size=16', '--max-semi-space-size=32'],
  });
};
