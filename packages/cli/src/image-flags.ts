import { type Command, InvalidArgumentError } from 'commander';
import { type ImageOption, imageOptionNames, imageOptions, isNumeric } from 'image-url-engine/image-options.ts';

/** Values of the flags that say how an image is rendered. */
export type ImageFlags = { readonly [K in Exclude<ImageOption, 'size'>]?: string | number } & {
  readonly size?: string;
};

export const number = (given: string): number => {
  if (given.trim() !== '' && Number.isFinite(Number(given))) return Number(given);
  throw new InvalidArgumentError('It must be a number.');
};

/** Adds a flag for each option of an image. @param sizes describes `--size` */
export const withImageFlags = (command: Command, sizes: string = imageOptions.size.valid): Command =>
  imageOptionNames.reduce((made, name) => {
    const { argument, valid } = imageOptions[name];
    const flag = `--${name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)} <${argument}>`;
    return isNumeric(name) ? made.option(flag, valid, number) : made.option(flag, name === 'size' ? sizes : valid);
  }, command);
