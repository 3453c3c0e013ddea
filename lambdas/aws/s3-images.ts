import { imageFormats } from '../contract/schemas/render.ts';
import type { Adapter } from './connect.ts';
import { getObject, putObject } from './s3.ts';

const keyOf = (name: string): string => `images/${name}`;

/** Rendered images. The bucket forgets them after a while; that costs a render and nothing else. */
export const s3ImageReader: Adapter<'images:read'> = ({ IMAGES_BUCKET }) => ({
  async find(name) {
    const object = await getObject(IMAGES_BUCKET, keyOf(name));
    const format = imageFormats.find((known) => object?.contentType === `image/${known}`);
    return object && format && { bytes: object.bytes, format };
  },
});

export const s3ImageWriter: Adapter<'images:write'> = ({ IMAGES_BUCKET }) => ({
  put: (name, { bytes, format }) => putObject(IMAGES_BUCKET, keyOf(name), bytes, `image/${format}`),
});
