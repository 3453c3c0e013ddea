import { engineOfVersion } from '../../core/engines/engines.ts';
import { getBackoffMs } from '../../core/rendering/backoff.ts';
import type { EncodedImage } from '../../core/rendering/rendered-image.ts';
import { shortened } from '../../core/shortened.ts';
import type { ImageQuery } from '../../core/signing/image-query.ts';
import { render, withImages } from '../../isolation/render/render.ts';
import type { CachedImage } from '../../ports/images.ts';
import type { PortsOf } from '../../ports/ports.ts';
import type { Runtime } from '../../ports/runtime.ts';
import {
  type GatheredImage,
  type GatherPorts,
  gatherImages,
  hasDueImages,
  type TreeWithRemoteImages,
  takeBack,
} from './gather-images.ts';

/** An image that was just rendered. */
export interface RenderResult extends CachedImage {
  /** Milliseconds by stage. */
  readonly timings: Readonly<Record<string, number>>;
  /** For link previewers, where it is another image than the first and was asked for. */
  readonly forPreviewers?: EncodedImage | undefined;
  /** Whether the next rendering shows the same; an image that may not is kept nowhere. */
  readonly isSettled: boolean;
}

/** Bytes that are lost may come back with a backup. */
const lostPauseMs = getBackoffMs(3);

/** What is said of an image that is missing from the image, and when that may change. */
const getAbsence = ({ url, cachedImage, bytes }: GatheredImage, found: Date): { note: string; until?: Date }[] => {
  const note = (reason: string) => `${shortened(url, 240)} (${reason})`;
  if (cachedImage.is === 'missing') return [{ note: note(cachedImage.reason), until: cachedImage.retryAt }];
  if (cachedImage.is === 'too large') return [{ note: note(cachedImage.is) }];
  return bytes ? [] : [{ note: note('lost'), until: found }];
};

/** The first of some moments. */
const earliest = (moments: readonly (Date | undefined)[]): { freshUntil?: Date } => {
  const times = moments.flatMap((moment) => (moment ? [moment.getTime()] : []));
  return times.length > 0 ? { freshUntil: new Date(Math.min(...times)) } : {};
};

/**
 * Renders a tree with its remote images, as far as they can be had. It is encoded for both client classes, also where nobody
 * tells them apart yet: one that is told apart later gets the same rendering.
 *
 * @throws RENDER_ERROR, SERVICE_UNAVAILABLE.
 */
export const renderStored = async (
  ports: GatherPorts & Pick<PortsOf<'renderImage'>, 'fontFiles:read'>,
  runtime: Pick<Runtime, 'now' | 'log' | 'count'>,
  { rv, options }: Pick<ImageQuery, 'rv' | 'options'>,
  stored: TreeWithRemoteImages,
): Promise<RenderResult> => {
  const now = runtime.now();
  const after = (ms: number) => new Date(now.getTime() + ms);
  const { accountId, tree, typography } = stored;
  const fontBytes = (hash: string) => ports['fontFiles:read'].read(accountId, hash);
  const gatherAndRender = async () => {
    const gathered = await gatherImages(ports, runtime, stored);
    const given = gathered.images.flatMap(({ url, bytes }) => (bytes ? [[url, bytes] as const] : []));
    const images = Object.fromEntries(given);
    const rendered = { tree, typography, options, images, engine: engineOfVersion(rv) };
    const request = { ...rendered, isForPreviewers: true };
    return { gathered, rendering: await render(request, { fontBytes }) };
  };
  const { gathered, rendering } = hasDueImages(stored, now)
    ? await withImages(gatherAndRender)
    : await gatherAndRender();
  const { bytes, forPreviewers, timings } = rendering;

  const unrendered = new Map(rendering.failedImages.map(({ url, reason }) => [url, reason]));
  const { images, areCached } = await takeBack(ports, runtime, stored, gathered, unrendered);
  const absences = images.flatMap((image) => getAbsence(image, after(lostPauseMs)));
  return {
    ...{ bytes, format: options.format, forPreviewers, timings: { ...timings } },
    isSettled: areCached,
    missing: areCached ? absences.map(({ note }) => note) : ['remote images could not be kept'],
    ...earliest([...absences.map(({ until }) => until), ...(areCached ? [] : [after(getBackoffMs(1))])]),
  };
};
