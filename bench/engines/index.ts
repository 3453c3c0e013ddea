import { openChromium } from './chromium.ts';
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
