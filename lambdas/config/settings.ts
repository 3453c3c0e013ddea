import type { EnvironmentOf } from './capabilities.ts';

/** Settings of functions that write URLs, parsed once at cold start. */
export const urlSettings = ({ IMAGE_URL, URL_LIFETIME_DAYS }: EnvironmentOf<'settings:urls'>) => ({
  /** Origin of the image host. */
  imageUrl: IMAGE_URL,
  /** Days for which a minted URL is valid. */
  lifetimeDays: URL_LIFETIME_DAYS,
});

/** Settings of functions behind the edge, parsed once at cold start. */
export const edgeSettings = ({ EDGE_FUNCTION }: EnvironmentOf<'settings:edge'>) => ({
  /** Whether the edge function is enabled; without it, its headers come from the viewer and are ignored. */
  isBehindEdge: EDGE_FUNCTION === 'on',
});
