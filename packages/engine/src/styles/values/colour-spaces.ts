/** Three channels; undefined is a missing one. */
export type Channels = readonly (number | undefined)[];
type Three = readonly [number, number, number];
type Matrix = readonly [Three, Three, Three];

/** Names of spaces in `color()` and `color-mix()`. */
export const spaces = {
  ...{
    srgb: 'srgb',
    'srgb-linear': 'srgb-linear',
    'display-p3': 'display-p3',
    'display-p3-linear': 'display-p3-linear',
  },
  ...{ 'a98-rgb': 'a98-rgb', 'prophoto-rgb': 'prophoto-rgb', rec2020: 'rec2020' },
  ...{ xyz: 'xyz-d65', 'xyz-d65': 'xyz-d65', 'xyz-d50': 'xyz-d50' },
} as const;

export type Space = (typeof spaces)[keyof typeof spaces] | 'hsl' | 'hwb' | 'lab' | 'lch' | 'oklab' | 'oklch';

/** Returns the index of the hue of a space; undefined without one. */
export const isPolar = (space: Space): number | undefined =>
  space === 'hsl' || space === 'hwb' ? 0 : space === 'lch' || space === 'oklch' ? 2 : undefined;

const multiply = (matrix: Matrix, [a, b, c]: Three): Three => [
  matrix[0][0] * a + matrix[0][1] * b + matrix[0][2] * c,
  matrix[1][0] * a + matrix[1][1] * b + matrix[1][2] * c,
  matrix[2][0] * a + matrix[2][1] * b + matrix[2][2] * c,
];

const invert = ([[a, b, c], [d, e, f], [g, h, i]]: Matrix): Matrix => {
  const [x, y, z] = [e * i - f * h, f * g - d * i, d * h - e * g];
  const by = 1 / (a * x + b * y + c * z);
  return [
    [x * by, (c * h - b * i) * by, (b * f - c * e) * by],
    [y * by, (a * i - c * g) * by, (c * d - a * f) * by],
    [z * by, (b * g - a * h) * by, (a * e - b * d) * by],
  ];
};

const map = ([a, b, c]: Three, change: (channel: number) => number): Three => [change(a), change(b), change(c)];
const signed =
  (change: (channel: number) => number) =>
  (channel: number): number =>
    Math.sign(channel) * change(Math.abs(channel));

/** Curves between the channels of a space and light. */
const srgb = {
  toLight: signed((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)),
  fromLight: signed((c) => (c <= 0.0031308 ? c * 12.92 : 1.055 * c ** (1 / 2.4) - 0.055)),
};
/** Of BT.2020, as Chromium reads `rec2020`. */
const [alpha, beta] = [1.09929682680944, 0.018053968510807];
const rec2020 = {
  toLight: signed((c) => (c < beta * 4.5 ? c / 4.5 : ((c + alpha - 1) / alpha) ** (1 / 0.45))),
  fromLight: signed((c) => (c < beta ? c * 4.5 : alpha * c ** 0.45 - (alpha - 1))),
};
const gamma = (power: number) => ({ toLight: signed((c) => c ** power), fromLight: signed((c) => c ** (1 / power)) });
const linear = { toLight: (c: number) => c, fromLight: (c: number) => c };
const prophoto = {
  toLight: signed((c) => (c < 16 / 512 ? c / 16 : c ** 1.8)),
  fromLight: signed((c) => (c < 1 / 512 ? c * 16 : c ** (1 / 1.8))),
};

/* Source of matrices: https://www.w3.org/TR/css-color-4/#color-conversion-code */
const srgbToXyz: Matrix = [
  [506752 / 1228815, 87881 / 245763, 12673 / 70218],
  [87098 / 409605, 175762 / 245763, 12673 / 175545],
  [7918 / 409605, 87881 / 737289, 1001167 / 1053270],
];
const p3ToXyz: Matrix = [
  [608311 / 1250200, 189793 / 714400, 198249 / 1000160],
  [35783 / 156275, 247089 / 357200, 198249 / 2500400],
  [0, 32229 / 714400, 5220557 / 5000800],
];
const a98ToXyz: Matrix = [
  [573536 / 994567, 263643 / 1420810, 187206 / 994567],
  [591459 / 1989134, 6239551 / 9945670, 374412 / 4972835],
  [53769 / 1989134, 351524 / 4972835, 4929758 / 4972835],
];
const rec2020ToXyz: Matrix = [
  [63426534 / 99577255, 20160776 / 139408157, 47086771 / 278816314],
  [26158966 / 99577255, 472592308 / 697040785, 8267143 / 139408157],
  [0, 19567812 / 697040785, 295819943 / 278816314],
];
const prophotoToXyz50: Matrix = [
  [0.7977666449006423, 0.13518129740053308, 0.0313477341283922],
  [0.2880748288194013, 0.711835234241873, 0.00008993693872564],
  [0, 0, 0.8251046025104602],
];
const toD65: Matrix = [
  [0.955473421488075, -0.02309845494876471, 0.06325924320057072],
  [-0.0283697093338637, 1.0099953980813041, 0.021041441191917323],
  [0.012314014864481998, -0.020507649298898964, 1.330365926242124],
];
const toLms: Matrix = [
  [0.819022437996703, 0.3619062600528904, -0.1288737815209879],
  [0.0329836539323885, 0.9292868615863434, 0.0361446663506424],
  [0.0481771893596242, 0.2642395317527308, 0.6335478284694309],
];
const lmsToOklab: Matrix = [
  [0.210454268309314, 0.7936177747023054, -0.0040720430116193],
  [1.9779985324311684, -2.4285922420485799, 0.450593709617411],
  [0.0259040424655478, 0.7827717124575296, -0.8086757549230774],
];

/** A space of red, green and blue: its curve and its matrix to XYZ of D65. */
const rgbSpaces = {
  srgb: [srgb, srgbToXyz],
  'srgb-linear': [linear, srgbToXyz],
  'display-p3': [srgb, p3ToXyz],
  'display-p3-linear': [linear, p3ToXyz],
  'a98-rgb': [gamma(563 / 256), a98ToXyz],
  rec2020: [rec2020, rec2020ToXyz],
} as const;

const isRgb = (space: Space): space is keyof typeof rgbSpaces => Object.hasOwn(rgbSpaces, space);

const white: Three = [0.3457 / 0.3585, 1, (1 - 0.3457 - 0.3585) / 0.3585];
const [kappa, epsilon] = [24389 / 27, 216 / 24389];

const labToXyz50 = ([l, a, b]: Three): Three => {
  const y = (l + 16) / 116;
  const [x, z] = [a / 500 + y, y - b / 200];
  const toShare = (root: number) => (root ** 3 > epsilon ? root ** 3 : (116 * root - 16) / kappa);
  return [toShare(x) * white[0], l > kappa * epsilon ? y ** 3 : l / kappa, toShare(z) * white[2]];
};

const xyz50ToLab = ([x, y, z]: Three): Three => {
  const toRoot = (share: number) => (share > epsilon ? Math.cbrt(share) : (kappa * share + 16) / 116);
  const [a, b, c] = [toRoot(x / white[0]), toRoot(y), toRoot(z / white[2])];
  return [116 * b - 16, 500 * (a - b), 200 * (b - c)];
};

const oklabToXyz = (lab: Three): Three =>
  multiply(
    invert(toLms),
    map(multiply(invert(lmsToOklab), lab), (c) => c ** 3),
  );
const xyzToOklab = (xyz: Three): Three => multiply(lmsToOklab, map(multiply(toLms, xyz), Math.cbrt));

const toPolar = ([l, a, b]: Three): Three => [l, Math.hypot(a, b), ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360];
const fromPolar = ([l, chroma, hue]: Three): Three => {
  const angle = (hue * Math.PI) / 180;
  return [l, chroma * Math.cos(angle), chroma * Math.sin(angle)];
};

const hslToSrgb = ([hue, saturation, light]: Three): Three => {
  const [s, l] = [saturation / 100, light / 100];
  const channel = (n: number) => {
    const k = (((n + hue / 30) % 12) + 12) % 12;
    return l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(k - 3, 9 - k, 1));
  };
  return [channel(0), channel(8), channel(4)];
};

const srgbToHsl = ([red, green, blue]: Three): Three => {
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const [light, range] = [(most + least) / 2, most - least];
  if (Math.abs(range) < 1e-9) return [0, 0, light * 100];
  const saturation = light === 0 || light === 1 ? 0 : (most - light) / Math.min(light, 1 - light);
  const sector =
    most === red
      ? (green - blue) / range + (green < blue ? 6 : 0)
      : most === green
        ? (blue - red) / range + 2
        : (red - green) / range + 4;
  const hue = sector * 60;
  return saturation < 0 ? [(hue + 180) % 360, -saturation * 100, light * 100] : [hue, saturation * 100, light * 100];
};

const hwbToSrgb = ([hue, whiteness, blackness]: Three): Three => {
  const [w, b] = [whiteness / 100, blackness / 100];
  if (w + b >= 1) return [w / (w + b), w / (w + b), w / (w + b)];
  return map(hslToSrgb([hue, 100, 50]), (channel) => channel * (1 - w - b) + w);
};

const srgbToHwb = (rgb: Three): Three => [srgbToHsl(rgb)[0], Math.min(...rgb) * 100, (1 - Math.max(...rgb)) * 100];

/** Converts channels of a space to XYZ of D65. */
export const toXyz = (space: Space, channels: Three): Three => {
  if (isRgb(space)) {
    const [curve, matrix] = rgbSpaces[space];
    return multiply(matrix, map(channels, curve.toLight));
  }
  switch (space) {
    case 'hsl':
      return toXyz('srgb', hslToSrgb(channels));
    case 'hwb':
      return toXyz('srgb', hwbToSrgb(channels));
    case 'lab':
      return multiply(toD65, labToXyz50(channels));
    case 'lch':
      return multiply(toD65, labToXyz50(fromPolar(channels)));
    case 'oklab':
      return oklabToXyz(channels);
    case 'oklch':
      return oklabToXyz(fromPolar(channels));
    case 'prophoto-rgb':
      return multiply(toD65, multiply(prophotoToXyz50, map(channels, prophoto.toLight)));
    case 'xyz-d50':
      return multiply(toD65, channels);
    default:
      return channels;
  }
};

/** Converts XYZ of D65 to channels of a space. */
export const fromXyz = (space: Space, xyz: Three): Three => {
  if (isRgb(space)) {
    const [curve, matrix] = rgbSpaces[space];
    return map(multiply(invert(matrix), xyz), curve.fromLight);
  }
  const toD50 = () => multiply(invert(toD65), xyz);
  switch (space) {
    case 'hsl':
      return srgbToHsl(fromXyz('srgb', xyz));
    case 'hwb':
      return srgbToHwb(fromXyz('srgb', xyz));
    case 'lab':
      return xyz50ToLab(toD50());
    case 'lch':
      return toPolar(xyz50ToLab(toD50()));
    case 'oklab':
      return xyzToOklab(xyz);
    case 'oklch':
      return toPolar(xyzToOklab(xyz));
    case 'prophoto-rgb':
      return map(multiply(invert(prophotoToXyz50), toD50()), prophoto.fromLight);
    case 'xyz-d50':
      return toD50();
    default:
      return xyz;
  }
};
