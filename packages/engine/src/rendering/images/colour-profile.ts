/** Chromaticities: x and y of white, red, green and blue. */
export type Primaries = readonly [number, number, number, number, number, number, number, number];

/** Returns the light, 0 to 1, that a stored value, 0 to 1, stands for. */
type Transfer = (value: number) => number;

/** What the values of an image mean. */
export interface ColourSpace {
  readonly primaries: Primaries;
  readonly transfer: Transfer;
  /** Whether its values stand for more light than white, which is cut off here. */
  readonly isBeyondWhite?: boolean;
}

const d65 = [0.3127, 0.329] as const;
const srgbPrimaries: Primaries = [...d65, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06];

/** Source: ITU-T H.273, ColourPrimaries. */
const primariesByCode: Readonly<Record<number, Primaries>> = {
  1: srgbPrimaries,
  4: [0.31, 0.316, 0.67, 0.33, 0.21, 0.71, 0.14, 0.08],
  5: [...d65, 0.64, 0.33, 0.29, 0.6, 0.15, 0.06],
  6: [...d65, 0.63, 0.34, 0.31, 0.595, 0.155, 0.07],
  7: [...d65, 0.63, 0.34, 0.31, 0.595, 0.155, 0.07],
  8: [0.31, 0.316, 0.681, 0.319, 0.243, 0.692, 0.145, 0.049],
  9: [...d65, 0.708, 0.292, 0.17, 0.797, 0.131, 0.046],
  11: [0.314, 0.351, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06],
  12: [...d65, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06],
  22: [...d65, 0.63, 0.34, 0.295, 0.605, 0.155, 0.077],
};

const srgb: Transfer = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const power =
  (gamma: number): Transfer =>
  (value) =>
    value ** gamma;
const television = power(2.4);

/** Light of white in ordinary images, in candela per square metre. Measured in Chromium 150. */
const whiteLight = 400;
/** Source: SMPTE ST 2084. */
const perceptual: Transfer = (value) => {
  const root = value ** (1 / 78.84375);
  return (
    ((Math.max(0, root - 0.8359375) / (18.8515625 - 18.6875 * root)) ** (1 / 0.1593017578125) * 10_000) / whiteLight
  );
};
/** Source: ITU-R BT.2100, for a screen of 1,000 candela per square metre. */
const hybrid: Transfer = (value) => {
  const scene = value <= 0.5 ? value ** 2 / 3 : (Math.exp((value - 0.55991073) / 0.17883277) + 0.28466892) / 12;
  return (scene ** 1.2 * 1_000) / whiteLight;
};

/** As Chromium 150 reads them. Source: ITU-T H.273, TransferCharacteristics. */
const transferByCode: Readonly<Record<number, Transfer>> = {
  ...{ 1: television, 6: television, 11: television, 14: television, 15: television },
  ...{ 4: power(2.2), 5: power(2.8), 8: power(1), 13: srgb, 16: perceptual, 18: hybrid },
  7: (value) => (value < 0.0913 ? value / 4 : ((value + 0.1115) / 1.1115) ** (1 / 0.45)),
  17: (value) => (value ** 2.6 * 52.37) / 48,
};

/** Returns the colours of code points (CICP); undefined for sRGB, and for codes that browsers take for it. */
export const getCodedColours = (primariesCode: number, transferCode: number): ColourSpace | undefined => {
  const primaries = primariesByCode[primariesCode];
  const transfer = transferByCode[transferCode];
  const isKnown = primaries && transfer && !(primaries === srgbPrimaries && transfer === srgb);
  const isBeyondWhite = transfer === perceptual || transfer === hybrid;
  return isKnown ? { primaries, transfer, ...(isBeyondWhite && { isBeyondWhite }) } : undefined;
};

/** Returns the colours of a gamma, and of chromaticities other than those of sRGB; undefined if they are none. */
export const getGammaColours = (gamma: number, primaries = srgbPrimaries): ColourSpace | undefined =>
  gamma > 0 && Number.isFinite(gamma) && getMatrix(primaries) ? { primaries, transfer: power(gamma) } : undefined;

type Matrix = readonly (readonly number[])[];

const d50 = [0.9642, 1, 0.8249] as const;
/** Source: ICC.1, annex E (Bradford). */
const cones: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];

const multiply = (left: Matrix, right: Matrix): Matrix =>
  left.map((row) =>
    (right[0] ?? []).map((_, column) => row.reduce((sum, value, at) => sum + value * (right[at]?.[column] ?? 0), 0)),
  );

const invert = ([
  [a = 0, b = 0, c = 0] = [],
  [d = 0, e = 0, f = 0] = [],
  [g = 0, h = 0, i = 0] = [],
]: Matrix): Matrix => {
  const adjugate = [
    [e * i - f * h, c * h - b * i, b * f - c * e],
    [f * g - d * i, a * i - c * g, c * d - a * f],
    [d * h - e * g, b * g - a * h, a * e - b * d],
  ];
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  return adjugate.map((row) => row.map((value) => value / determinant));
};

const diagonal = (values: readonly number[]): Matrix =>
  values.map((value, row) => values.map((_, column) => (row === column ? value : 0)));

/** Returns the matrix from light of red, green and blue to XYZ under D50; undefined if there is none. */
const getMatrix = ([wx, wy, rx, ry, gx, gy, bx, by]: Primaries): Matrix | undefined => {
  const toColumn = (x: number, y: number) => [x / y, 1, (1 - x - y) / y];
  const columns = [toColumn(rx, ry), toColumn(gx, gy), toColumn(bx, by)];
  const primaries = [0, 1, 2].map((row) => columns.map((column) => column[row] as number));
  const white = toColumn(wx, wy).map((value) => [value]);
  const scaled = multiply(primaries, diagonal(multiply(invert(primaries), white).flat()));
  const [source, target] = [
    multiply(cones, white).flat(),
    multiply(
      cones,
      d50.map((value) => [value]),
    ).flat(),
  ];
  const shares = target.map((value, at) => value / (source[at] as number));
  const matrix = multiply(multiply(multiply(invert(cones), diagonal(shares)), cones), scaled);
  // what a profile can hold
  return matrix.flat().every((value) => Math.abs(value) < 30_000) ? matrix : undefined;
};

const writeNumbers = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeInt32BE(Math.round(value * 65_536), at * 4);
  return bytes;
};
const writeXyz = (values: readonly number[]): Buffer =>
  Buffer.concat([Buffer.from('XYZ \0\0\0\0', 'latin1'), writeNumbers(...values)]);

/** Entries of a curve. */
const steps = 1_024;

const writeCurve = (transfer: Transfer): Buffer => {
  const bytes = Buffer.alloc(12 + steps * 2);
  bytes.write('curv', 'latin1');
  bytes.writeUInt32BE(steps, 8);
  for (let step = 0; step < steps; step += 1) {
    const light = Math.min(1, Math.max(0, transfer(step / (steps - 1))));
    bytes.writeUInt16BE(Math.round(light * 65_535), 12 + step * 2);
  }
  return bytes;
};

/** Returns an ICC profile of colours, or of their grey values. Source: ICC.1:2022, 7 and 8. */
export const createProfile = ({ primaries, transfer }: ColourSpace, isGrey: boolean): Buffer => {
  const curve = writeCurve(transfer);
  const matrix = getMatrix(primaries) ?? [];
  const column = (at: number) => writeXyz(matrix.map((row) => row[at] ?? 0));
  const tags: readonly (readonly [string, Buffer])[] = isGrey
    ? [['kTRC', curve]]
    : [
        ...[0, 1, 2].map((at) => [`${'rgb'[at]}XYZ`, column(at)] as const),
        ...[...'rgb'].map((letter) => [`${letter}TRC`, curve] as const),
      ];
  const all = [['wtpt', writeXyz(d50)] as const, ...tags];
  const start = 128 + 4 + all.length * 12;
  const header = Buffer.alloc(start);
  header.writeUInt32BE(0x04300000, 8);
  for (const [at, text] of [
    [12, 'mntr'],
    [16, isGrey ? 'GRAY' : 'RGB '],
    [20, 'XYZ '],
    [36, 'acsp'],
  ] as const)
    header.write(text, at, 'latin1');
  writeNumbers(...d50).copy(header, 68);
  header.writeUInt32BE(all.length, 128);
  let end = start;
  for (const [index, [tag, data]] of all.entries()) {
    header.write(tag, 132 + index * 12, 'latin1');
    header.writeUInt32BE(end, 136 + index * 12);
    header.writeUInt32BE(data.length, 140 + index * 12);
    end += data.length;
  }
  header.writeUInt32BE(end, 0);
  return Buffer.concat([header, ...all.map(([, data]) => data)]);
};
