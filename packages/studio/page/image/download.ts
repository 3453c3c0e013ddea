import type { ImageFormat } from 'image-url-engine/images.ts';
import { code, draft, name, values } from '../document/document.ts';
import { checkPath } from '../gallery/templates.ts';
import { ask, getMessage } from '../session/service.ts';
import { complain } from '../shell/notice.tsx';
import { type Answer, chosenSize, imageUrl } from './checking.ts';

/** Returns a file name for a template's name. */
const getFileName = (itsName: string, format: ImageFormat): string => {
  const words = itsName.normalize('NFKC').match(/[\p{L}\p{N}]+/gu) ?? ['image'];
  return `${words.join('-').toLowerCase()}.${format === 'jpeg' ? 'jpg' : format}`;
};

/** Renders the editor's text in a format and has the browser store it. */
export const download = async (format: ImageFormat): Promise<void> => {
  try {
    const body = { code: code.value, variables: values.value, size: chosenSize.value, format, image: true };
    const { image, errors } = await ask<Answer>('POST', checkPath(draft.value?.id), body);
    if (!image) return complain(errors[0]?.message ?? '');
    const link = document.createElement('a');
    link.href = imageUrl(image);
    link.download = getFileName(name.value, format);
    link.click();
    // the browser has begun to store it by then
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  } catch (error) {
    complain(getMessage(error));
  }
};
