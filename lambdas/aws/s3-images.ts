import { imageFormats } from '../contract/schemas/render.ts';
import type { Adapter } from './connect.ts';
import { getObject, putObject } from './s3.ts';

/** A cache slower than drawing is of no use. */
const readWithinMs = 1_500;
const writeWithinMs = 3_000;

const keyOf = (name: string): string => `images/${name}`;

/** Rendered images. The bucket expires them; the picture is then drawn again. */
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
