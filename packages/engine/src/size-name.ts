import { limits } from './limits.ts';

/** Name of a template's size. In an on-demand URL it follows the letter `s`. */
export const sizeNameForm = new RegExp(`^[a-z][a-z0-9]{0,${limits.sizeNameCharacters - 1}}$`);
export const sizeNameText = `begins with a letter from a to z and has at most ${limits.sizeNameCharacters} of these letters and digits`;
