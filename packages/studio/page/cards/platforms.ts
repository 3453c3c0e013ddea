import { previewers } from 'image-url-engine/client-classes.ts';

/** A platform that displays cards. */
export interface Platform {
  readonly name: string;
  /** Name of its client in the table of readers. */
  readonly reader: string;
  /** Width of the card in CSS pixels: on a screen, on a phone. */
  readonly widths: readonly [wide: number, phone: number];
  /** Aspect ratio to which it crops images; absent if it does not crop. */
  readonly cut?: string;
}

export const platforms: readonly Platform[] = [
  { name: 'X', reader: 'X', widths: [506, 343], cut: '1.91' },
  { name: 'LinkedIn', reader: 'LinkedIn', widths: [555, 375], cut: '1.91' },
  { name: 'Facebook', reader: 'Facebook', widths: [500, 375], cut: '1.91' },
  { name: 'Slack', reader: 'Slack', widths: [360, 280] },
  { name: 'Discord', reader: 'Discord', widths: [432, 320] },
  { name: 'WhatsApp', reader: 'WhatsApp', widths: [360, 280], cut: '1.91' },
  { name: 'iMessage', reader: 'Messages', widths: [300, 250] },
];

const getPreviewer = ({ reader }: Platform) =>
  previewers.find(({ name }) => name === reader || new RegExp(`^${reader}[ ,;]`).test(name));

/** Returns the size in bytes of the largest image that it displays; undefined if unknown. */
export const getLimit = (platform: Platform): number | undefined => getPreviewer(platform)?.bytes;

/** Returns the image types that it displays; undefined if unknown. */
export const getTypes = (platform: Platform): readonly string[] | undefined => getPreviewer(platform)?.shows;
