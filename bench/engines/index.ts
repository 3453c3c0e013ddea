import { existsSync } from 'node:fs';
import { openChromium } from './chromium.ts';
import { chromiumPath } from './chromium-path.ts';
import type { Engine } from './engine.ts';
import { openNaive } from './naive.ts';
import { openOurs } from './ours.ts';
import { openTakumi } from './takumi.ts';
import { openVercelOg } from './vercel-og.ts';

/** Engines by name; each is opened in its own process. */
export const engines = {
  'ours-satori': openOurs('satori'),
  'ours-takumi': openOurs('takumi'),
  naive: openNaive,
  'vercel-og': openVercelOg,
  takumi: openTakumi,
  chromium: openChromium,
} as const satisfies Record<string, (root: string) => Promise<Engine>>;

export type EngineName = keyof typeof engines;

/** Engines of this project. */
export const ownEngines = ['ours-satori', 'ours-takumi'] as const satisfies readonly EngineName[];

/** Returns all engines that can run here: npm installs them, except Chromium. */
export const getEngineNames = (): EngineName[] =>
  (Object.keys(engines) as EngineName[]).filter((name) => name !== 'chromium' || existsSync(chromiumPath));
