/** A door: the options of an image, each declared once. */
export {
  getImageOptionValues,
  getValidText,
  type ImageOption,
  imageOptionNames,
  imageOptions,
  isNumeric,
  storedImageOptions,
} from '../image-options.ts';
