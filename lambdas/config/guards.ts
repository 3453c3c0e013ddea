import type { RouteId } from 'image-url-contract/routes.ts';
import type { Capability } from './capabilities.ts';

/* Every route that can fetch, store bytes or render, with what it passes before it does. */

/**
 * What stands before the work of a route. The subscription of an account is checked before all of them (402).
 *
 * - `units`: the account has units of the month left (429).
 * - `trials`: an hourly budget of the account, and the bytes its plan stores in a month (429); images of strangers are
 *   fetched while units are left only.
 * - `paid`: the image of a signed URL, whose unit was consumed when it was minted.
 */
export type Guard = 'units' | 'trials' | 'paid';

/** Capabilities with which a function fetches from strangers, stores bytes of any size, renders, or has this done. */
export const guardedCapabilities = [
  'remoteImages:fetch',
  'pages:fetch',
  'fontSource:fetch',
  'author:ask',
  'images:request',
  'trees:write',
  'sources:write',
  'fontFiles:write',
  'assetFiles:write',
  'images:write',
  'publishedImages:write',
] as const satisfies readonly Capability[];

export const guards = {
  mintUrl: 'units',
  mintUrls: 'units',
  generateTemplates: 'units',
  reviseTemplate: 'units',
  putFallback: 'units',
  renderOnDemand: 'units',
  renderSiteImage: 'units',
  createTemplate: 'trials',
  updateTemplate: 'trials',
  restoreVersion: 'trials',
  checkTemplate: 'trials',
  createFont: 'trials',
  createAsset: 'trials',
  renderImage: 'paid',
} as const satisfies Partial<Record<RouteId, Guard>>;
