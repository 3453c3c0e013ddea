import type { ImageQuery } from 'image-url-contract/signing/image-query.ts';
import { type EncodedImage, getEngineOfVersion, renderTree } from 'image-url-engine/engine.ts';
import { truncate } from 'image-url-engine/words.ts';
import { getBackoffMs } from '../domain/times.ts';
import { readFontBytes } from '../fonts/template-fonts.ts';
import type { CachedImage } from '../ports/images.ts';
import type { PortsOf } from '../ports/ports.ts';
import type { Runtime } from '../ports/runtime.ts';
import {
  type GatheredImage,
  type GatherPorts,
  gatherImages,
  hasDueImages,
  recordUndecodable,
  type TreeWithRemoteImages,
} from '../publishing/gather-images.ts';

/** A newly rendered image. */
export interface RenderResult extends CachedImage {
  /** Milliseconds by stage. */
  readonly timings: Readonly<Record<string, number>>;
  /** The image for link previewers, if it was requested and differs. */
  readonly forPreviewers?: EncodedImage | undefined;
  /** Whether another render gives the same image. If not, the image is not stored. */
  readonly isSettled: boolean;
  /** Work that the answer does not wait for: giving back budgets. Does not reject. */
  readonly pending: Promise<unknown>;
}

/** Backoff for lost cached bytes in milliseconds; an operator may restore them. */
const lostPauseMs = getBackoffMs(3);

/**
 * Returns the note about a missing remote image, and until when it applies; empty if the image is available. The note
 * is public: it has only names that `nameImage` returns.
 */
const getAbsence = (
  { url, cachedImage, bytes }: GatheredImage,
  n: number,
  nameImage: (url: string, n: number) => string,
  found: Date,
): { note: string; until?: Date }[] => {
  const note = (reason: string) => `${nameImage(url, n)} (${reason})`;
  if (cachedImage.is === 'missing') return [{ note: note(cachedImage.reason), until: cachedImage.retryAt }];
  if (cachedImage.is === 'too large') return [{ note: note(cachedImage.is) }];
  return bytes ? [] : [{ note: note('lost'), until: found }];
};

/**
 * Renders a tree with those of its remote images that are available. Encodes the image for both client classes, even
 * without an edge function, so that both always come from the same render.
 *
 * @throws RENDER_ERROR, SERVICE_UNAVAILABLE
 */
export const renderStored = async (
  ports: GatherPorts & Pick<PortsOf<'renderImage'>, 'fontFiles:read' | 'fontPacks:read'>,
  runtime: Pick<Runtime, 'now' | 'log' | 'count'>,
  { rv, options, variables }: Pick<ImageQuery, 'rv' | 'options' | 'variables'>,
  stored: TreeWithRemoteImages,
): Promise<RenderResult> => {
  const now = runtime.now();
  const after = (ms: number) => new Date(now.getTime() + ms);
  const { accountId, tree, typography } = stored;
  const fontBytes = readFontBytes(ports, accountId);
  const pending: Promise<unknown>[] = [];
  const gather = async () => {
    const found = await gatherImages(ports, runtime, stored, (work) => pending.push(work));
    return { found, images: Object.fromEntries(found.flatMap(({ url, bytes }) => (bytes ? [[url, bytes]] : []))) };
  };
  const { gathered, rendering } = await renderTree(
    { tree, typography, options, engine: getEngineOfVersion(rv), isForPreviewers: true },
    { gather, isFetching: hasDueImages(stored, now) },
    { fontBytes },
  );
  const { bytes, forPreviewers, timings } = rendering;

  const unrendered = new Map(rendering.failedImages.map(({ url, reason }) => [url, reason]));
  const images = await recordUndecodable(ports, runtime, stored, gathered.found, unrendered);
  const areCached = images.every(({ isCached }) => isCached);
  const given = Object.values(variables);
  /** Returns the address of an image if the image's URL contains it; only the owner may see those of a template. */
  const nameImage = (url: string, n: number): string =>
    given.some((value) => value.includes(url)) ? truncate(url, 240) : `remote image ${n + 1} of the template`;
  const svgNotes = images.flatMap(({ url }, n) =>
    rendering.unrenderedImages.filter((one) => one.url === url).map(({ reason }) => `${nameImage(url, n)} (${reason})`),
  );
  const absences = images.flatMap((image, n) => getAbsence(image, n, nameImage, after(lostPauseMs)));
  if (!areCached) absences.push({ note: 'remote images could not be kept', until: after(getBackoffMs(1)) });
  const ends = absences.flatMap(({ until }) => until?.getTime() ?? []);
  return {
    ...{ bytes, format: options.format, forPreviewers, timings: { ...timings } },
    isSettled: areCached,
    pending: Promise.all(pending),
    missing: absences.map(({ note }) => note),
    ...(svgNotes.length > 0 && { svgNotes }),
    ...(ends.length > 0 && { freshUntil: new Date(Math.min(...ends)) }),
  };
};
