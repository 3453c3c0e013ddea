import { previewers } from '../../../lambdas/contract/client-classes.ts';

/** Where cards are shown, and how. */
export interface Platform {
  readonly name: string;
  /** As the table of readers calls it. */
  readonly reader: string;
  /** Width of the card in CSS pixels: on a screen, on a phone. */
  readonly widths: readonly [wide: number, phone: number];
  /** What it cuts every image to, as width by height; absent where it shows all of it. */
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

/** Bytes of the largest image it is said to take; undefined where nobody says. */
export const getLimit = (platform: Platform): number | undefined => getPreviewer(platform)?.bytes;

/** Types of images it is said to show; undefined where nobody says. */
export const getTypes = (platform: Platform): readonly string[] | undefined => getPreviewer(platform)?.shows;
