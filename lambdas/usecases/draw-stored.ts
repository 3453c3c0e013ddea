import { engineOfVersion } from '../core/engines/engines.ts';
import { pauseAfter } from '../core/picture/pauses.ts';
import type { EncodedPicture } from '../core/picture/rendered-image.ts';
import { shortened } from '../core/shortened.ts';
import type { ImageQuery } from '../core/signing/image-query.ts';
import { draw, withImages } from '../isolation/draw/draw.ts';
import type { CachedImage } from '../ports/images.ts';
import type { PortsOf } from '../ports/ports.ts';
import type { Runtime } from '../ports/runtime.ts';
import {
  type GatheredImage,
  type GatherPorts,
  gatherImages,
  hasDueImages,
  type PinnedTree,
  takeBack,
} from './gather-images.ts';

/** A picture that was just drawn. */
export interface DrawnImage extends CachedImage {
  /** Milliseconds by stage. */
  readonly timings: Readonly<Record<string, number>>;
  /** For link previewers, where it is another picture than the first and was asked for. */
  readonly forPreviewers?: EncodedPicture | undefined;
  /** Whether the next drawing shows the same; a picture that may not is kept nowhere. */
  readonly isSettled: boolean;
}

/** Bytes that are lost may come back with a backup. */
const lostPauseMs = pauseAfter(3);

/** What is said of an image that is missing from the picture, and when that may change. */
const absenceOf = ({ url, pin, bytes }: GatheredImage, found: Date): { note: string; until?: Date }[] => {
  const note = (reason: string) => `${shortened(url, 240)} (${reason})`;
  if (pin.is === 'missing') return [{ note: note(pin.reason), until: pin.retryAt }];
  if (pin.is === 'too large') return [{ note: note(pin.is) }];
  return bytes ? [] : [{ note: note('lost'), until: found }];
};

/** The first of some moments. */
const earliest = (moments: readonly (Date | undefined)[]): { freshUntil?: Date } => {
  const times = moments.flatMap((moment) => (moment ? [moment.getTime()] : []));
  return times.length > 0 ? { freshUntil: new Date(Math.min(...times)) } : {};
};

/**
 * Draws a tree with its remote images, as far as they can be had. It is encoded for both client classes, also where nobody
 * tells them apart yet: one that is told apart later gets the same rendering.
 *
 * @throws RENDER_ERROR, SERVICE_UNAVAILABLE.
 */
export const drawStored = async (
  ports: GatherPorts & Pick<PortsOf<'renderImage'>, 'fontFiles:read'>,
  runtime: Pick<Runtime, 'now' | 'log' | 'count'>,
  { templateId, rv, options }: ImageQuery,
  stored: PinnedTree,
): Promise<DrawnImage> => {
  const now = runtime.now();
  const after = (ms: number) => new Date(now.getTime() + ms);
  const { accountId, tree, typography } = stored;
  const fontBytes = (hash: string) => ports['fontFiles:read'].read(accountId, hash);
  const gatherAndDraw = async () => {
    const gathered = await gatherImages(ports, runtime, stored);
    const given = gathered.images.flatMap(({ url, bytes }) => (bytes ? [[url, bytes] as const] : []));
    const images = Object.fromEntries(given);
    const drawn = { tree, typography, options, images, engine: engineOfVersion(rv) };
    const request = { ...drawn, template: `${templateId} ${rv}`, isForPreviewers: true };
    return { gathered, drawing: await draw(request, { fontBytes }) };
  };
  const { gathered, drawing } = hasDueImages(stored, now) ? await withImages(gatherAndDraw) : await gatherAndDraw();
  const { bytes, forPreviewers, timings } = drawing;

  const undrawn = new Map(drawing.failedImages.map(({ url, reason }) => [url, reason]));
  const { images, areKept } = await takeBack(ports, runtime, stored, gathered, undrawn);
  const absences = images.flatMap((image) => absenceOf(image, after(lostPauseMs)));
  return {
    ...{ bytes, format: options.format, forPreviewers, timings: { ...timings } },
    isSettled: areKept,
    missing: areKept ? absences.map(({ note }) => note) : ['remote images could not be kept'],
    ...earliest([...absences.map(({ until }) => until), ...(areKept ? [] : [after(pauseAfter(1))])]),
  };
};
