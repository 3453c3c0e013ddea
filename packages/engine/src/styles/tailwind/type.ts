/** Font size and line height in pixels, by name. Classes set the ratio, so that children with another size scale it. */
export const textSizes: Readonly<Record<string, readonly [size: number, line: number]>> = {
  xs: [12, 16],
  sm: [14, 20],
  base: [16, 24],
  lg: [18, 28],
  xl: [20, 28],
  '2xl': [24, 32],
  '3xl': [30, 36],
  '4xl': [36, 40],
  '5xl': [48, 48],
  '6xl': [60, 60],
  '7xl': [72, 72],
  '8xl': [96, 96],
  '9xl': [128, 128],
};

export const weights: Readonly<Record<string, number>> = {
  thin: 100,
  extralight: 200,
  light: 300,
  normal: 400,
  medium: 500,
  semibold: 600,
  bold: 700,
  extrabold: 800,
  black: 900,
};

export const families: Readonly<Record<string, string>> = {
  sans: 'sans-serif',
  serif: 'serif',
  mono: 'monospace',
};

/** Line height as a multiple of the font size. */
export const leadings: Readonly<Record<string, number>> = {
  none: 1,
  tight: 1.25,
  snug: 1.375,
  normal: 1.5,
  relaxed: 1.625,
  loose: 2,
};

export const trackings: Readonly<Record<string, string>> = {
  tighter: '-0.05em',
  tight: '-0.025em',
  normal: '0em',
  wide: '0.025em',
  wider: '0.05em',
  widest: '0.1em',
};

/** Corner radii in pixels; the empty name is plain `rounded`. */
export const radii: Readonly<Record<string, number>> = {
  '': 4,
  none: 0,
  xs: 2,
  sm: 4,
  md: 6,
  lg: 8,
  xl: 12,
  '2xl': 16,
  '3xl': 24,
  '4xl': 32,
  full: 9999,
};

export const shadows: Readonly<Record<string, string>> = {
  '2xs': '0 1px rgba(0, 0, 0, 0.05)',
  xs: '0 1px 2px 0 rgba(0, 0, 0, 0.05)',
  sm: '0 1px 3px 0 rgba(0, 0, 0, 0.1), 0 1px 2px -1px rgba(0, 0, 0, 0.1)',
  '': '0 1px 3px 0 rgba(0, 0, 0, 0.1), 0 1px 2px -1px rgba(0, 0, 0, 0.1)',
  md: '0 4px 6px -1px rgba(0, 0, 0, 0.1), 0 2px 4px -2px rgba(0, 0, 0, 0.1)',
  lg: '0 10px 15px -3px rgba(0, 0, 0, 0.1), 0 4px 6px -4px rgba(0, 0, 0, 0.1)',
  xl: '0 20px 25px -5px rgba(0, 0, 0, 0.1), 0 8px 10px -6px rgba(0, 0, 0, 0.1)',
  '2xl': '0 25px 50px -12px rgba(0, 0, 0, 0.25)',
  inner: 'inset 0 2px 4px 0 rgba(0, 0, 0, 0.05)',
};

export const insetShadows: Readonly<Record<string, string>> = {
  none: 'none',
  '2xs': 'inset 0 1px rgba(0, 0, 0, 0.05)',
  xs: 'inset 0 1px 1px rgba(0, 0, 0, 0.05)',
  sm: 'inset 0 2px 4px rgba(0, 0, 0, 0.05)',
};

export const textShadows: Readonly<Record<string, string>> = {
  none: 'none',
  '2xs': '0 1px 0 rgba(0, 0, 0, 0.15)',
  xs: '0 1px 1px rgba(0, 0, 0, 0.2)',
  sm: '0 1px 0 rgba(0, 0, 0, 0.075), 0 1px 1px rgba(0, 0, 0, 0.075), 0 2px 2px rgba(0, 0, 0, 0.075)',
  md: '0 1px 1px rgba(0, 0, 0, 0.1), 0 1px 2px rgba(0, 0, 0, 0.1), 0 2px 4px rgba(0, 0, 0, 0.1)',
  lg: '0 1px 2px rgba(0, 0, 0, 0.1), 0 3px 2px rgba(0, 0, 0, 0.1), 0 4px 8px rgba(0, 0, 0, 0.1)',
};

/** Shadows of a filter; several are separated by commas. */
export const dropShadows: Readonly<Record<string, string>> = {
  xs: '0 1px 1px rgba(0, 0, 0, 0.05)',
  sm: '0 1px 2px rgba(0, 0, 0, 0.15)',
  '': '0 1px 2px rgba(0, 0, 0, 0.1), 0 1px 1px rgba(0, 0, 0, 0.06)',
  md: '0 3px 3px rgba(0, 0, 0, 0.12)',
  lg: '0 4px 4px rgba(0, 0, 0, 0.15)',
  xl: '0 9px 7px rgba(0, 0, 0, 0.1)',
  '2xl': '0 25px 25px rgba(0, 0, 0, 0.15)',
};

/** Blur radii in pixels. */
export const blurs: Readonly<Record<string, number>> = {
  none: 0,
  xs: 4,
  sm: 8,
  '': 8,
  md: 12,
  lg: 16,
  xl: 24,
  '2xl': 40,
  '3xl': 64,
};
