/** A door for programs that build: the files that a deployed engine needs beside its code. */

export { emojiPack, packEmoji } from '../isolation/render/emoji-files.ts';
export { makeInstance } from '../isolation/render/fonts.ts';
