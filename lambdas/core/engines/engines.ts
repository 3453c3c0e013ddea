/**
 * Names everything that decides what a tree looks like: the versions below, the normaliser and the choice of fonts. It
 * stands in the render version of every published URL, so a picture that is drawn anew is drawn the same. Whoever changes
 * one of these changes the name and proves it against every golden picture.
 */
export const engine = 'e1';

/** What the name stands for; a test holds it against what is installed. */
export const engineParts = {
  satori: '0.63.2',
  '@resvg/resvg-js': '2.6.2',
  sharp: '0.35.5',
  '@twemoji/svg': '15.0.0',
  /** Every family of the catalogue but those named here. */
  '@fontsource/*': '5.3.0',
  '@fontsource/source-code-pro': '5.3.1',
  '@fontsource/source-sans-3': '5.3.1',
  '@fontsource/source-serif-4': '5.3.1',
} as const;
