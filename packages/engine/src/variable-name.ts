import { limits } from './limits.ts';

const more = limits.variableNameCharacters - 1;

/** A name under which a variable can be sent. */
export const variableName = new RegExp(`^[A-Za-z_][A-Za-z0-9_]{0,${more}}$`);

export const variableNameText = `Names of variables begin with a letter or _ and go on with at most ${more} letters, digits and _.`;
