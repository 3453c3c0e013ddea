import { aPng } from './a-png.ts';

/** Returns the body of an upload. */
export const getAssetUpload = (file: Uint8Array, type = 'image/png', name?: string) => ({
  ...(name !== undefined && { name }),
  dataUrl: `data:${type};base64,${Buffer.from(file).toString('base64')}`,
});

/** A picture of one colour as an upload. */
export const aPicture = async (background = '#123456') => getAssetUpload(await aPng(background));
