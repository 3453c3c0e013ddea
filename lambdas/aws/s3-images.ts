import { imageFormats } from '../contract/schemas/render.ts';
import type { Adapter } from './connect.ts';
import { getObject, putObject } from './s3.ts';

/** A cache that is slower than drawing is none. */
const readWithinMs = 1_500;
const writeWithinMs = 3_000;

const keyOf = (name: string): string => `images/${name}`;

/** Rendered images. The bucket forgets them after a while; that costs a render and nothing else. */
export const s3ImageReader: Adapter<'images:read'> = ({ IMAGES_BUCKET }) => ({
  async find(name) {
    const object = await getObject(IMAGES_BUCKET, keyOf(name), { withinMs: readWithinMs });
    const format = imageFormats.find((known) => object?.contentType === `image/${known}`);
    return object && format && { bytes: object.bytes, format };
  },
});

export const s3ImageWriter: Adapter<'images:write'> = ({ IMAGES_BUCKET }) => ({
  put: (name, { bytes, format }) =>
    putObject(IMAGES_BUCKET, keyOf(name), bytes, `image/${format}`, { withinMs: writeWithinMs }),
});
