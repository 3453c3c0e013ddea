import type { GoldenCase } from '../case.ts';
import { box, full } from '../element.ts';

const column = (children: readonly ReturnType<typeof box>[]) =>
  box('display: flex; flex-direction: column; gap: 4', children);

const line = (fontFamily: string, fontSize: number, style = '') =>
  box(
    `font-family: ${fontFamily}; font-size: ${fontSize}; height: 30; line-height: 30px; white-space: nowrap; ${style}`,
    `${fontFamily} Rg 19`,
  );

/** Those that people ask for most. */
const listed = [
  'Inter, Roboto, Open Sans, Lato, Montserrat, Poppins, Raleway, Nunito, Work Sans, DM Sans, Manrope',
  'Space Grotesk, Plus Jakarta Sans, Outfit, Figtree, IBM Plex Sans, Source Sans 3, Rubik, Geist',
  'Lexend, Arimo, Inter Tight, Nunito Sans, Roboto Condensed, Fira Sans, Ubuntu, PT Sans, Barlow',
  'Mulish, Quicksand, Kanit, Archivo, Sora, Urbanist, Be Vietnam Pro, Bricolage Grotesque, Syne',
  'Instrument Sans, Onest, Public Sans, Albert Sans, Hanken Grotesk, Red Hat Display, Josefin Sans',
  'Karla, Cabin, Titillium Web',
  'Playfair Display, Merriweather, Lora, Source Serif 4, Noto Serif, EB Garamond, Crimson Pro',
  'Libre Baskerville, DM Serif Display, Instrument Serif, Gelasio, Tinos, Roboto Slab, Zilla Slab',
  'PT Serif, Fraunces, Cormorant Garamond, Newsreader, Bitter, Spectral, IBM Plex Serif',
  'JetBrains Mono, Fira Code, IBM Plex Mono, Roboto Mono, Source Code Pro, Space Mono, Geist Mono',
  'Cousine, Inconsolata',
  'Bebas Neue, Oswald, Anton, Archivo Black, Abril Fatface',
  'Unbounded, Teko, Cinzel, Orbitron, Lobster, Righteous, Press Start 2P, VT323',
  'Caveat, Pacifico, Dancing Script, Permanent Marker, Noto Sans',
].flatMap((names) => names.split(', '));
const inColumn = Math.ceil(listed.length / 4);
const columns = [0, 1, 2, 3].map((index) => listed.slice(index * inColumn, (index + 1) * inColumn));

/** Lists as people write them, and the family each is rendered in. */
const lists = ['Arial, sans-serif', 'Georgia, serif', "'Times New Roman'", 'Courier New', 'Menlo, monospace', 'serif'];

export const familyCases: readonly GoldenCase[] = [
  {
    name: 'families',
    options: { width: 1200, height: inColumn * 34 + 48 },
    tree: box(
      `${full}; display: flex; justify-content: space-between; padding: 24; background: white`,
      columns.map((names) => column(names.map((name) => line(name, 20)))),
    ),
  },
  {
    name: 'family-lists',
    options: { width: 800, height: 300 },
    tree: box(
      `${full}; display: flex; justify-content: space-between; padding: 24; background: white`,
      column(lists.map((list) => line(list, 22))),
      column(lists.map((list) => line(list, 22, 'font-weight: 700; font-style: italic'))),
    ),
  },
];
