/** A width that an author gives: CSS pixels, or percent of the table. */
export interface GivenWidth {
  readonly amount: number;
  readonly isShare: boolean;
}

/** What a cell asks of its columns, in CSS pixels. */
export interface CellWidths {
  /** Index of its first column. */
  readonly column: number;
  /** Number of columns that it spans. */
  readonly span: number;
  /** Width of its longest word. */
  readonly least: number;
  /** Width of its content in one line. */
  readonly most: number;
  readonly given?: GivenWidth | undefined;
}

export interface Column {
  least: number;
  most: number;
  /** Whether a width in pixels is given. */
  isFixed: boolean;
  /** Percent of the table. */
  share?: number | undefined;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/**
 * Returns what the cells of a table ask of its columns. Source: https://drafts.csswg.org/css-tables-3/#computing-column-measures
 *
 * @param count of columns.
 * @param spacing between columns, in CSS pixels.
 */
export const getColumns = (count: number, cells: readonly CellWidths[], spacing: number): Column[] => {
  const columns = Array.from({ length: count }, (): Column => ({ least: 0, most: 0, isFixed: false }));
  const isGiven = ({ given }: CellWidths) => given !== undefined && !given.isShare;
  // a width that is given counts more than the content of the other cells
  const bySpan = cells.toSorted((a, b) => a.span - b.span || Number(isGiven(b)) - Number(isGiven(a)));
  for (const cell of bySpan) {
    if (cell.span === 1) addCell(columns[cell.column] as Column, cell);
    else addSpanningCell(columns.slice(cell.column, cell.column + cell.span), cell, spacing);
  }
  let left = 100;
  for (const column of columns) {
    if (column.share === undefined) continue;
    column.share = Math.min(left, column.share);
    left -= column.share;
  }
  return columns;
};

const addCell = (column: Column, { least, most, given }: CellWidths): void => {
  column.least = Math.max(column.least, least);
  if (given?.isShare) column.share = Math.max(column.share ?? 0, given.amount);
  if (given && !given.isShare) {
    column.isFixed = true;
    column.most = Math.max(column.most, least, given.amount);
  } else column.most = Math.max(column.most, column.isFixed ? least : most);
};

const addSpanningCell = (columns: readonly Column[], { least, most, given }: CellWidths, spacing: number): void => {
  const between = spacing * (columns.length - 1);
  const open = columns.filter(({ share }) => share === undefined);
  if (given?.isShare && open.length > 0) {
    const rest = given.amount - sum(columns.map(({ share = 0 }) => share));
    const weights = getWeights(open.map((column) => column.most));
    if (rest > 0) for (const [index, column] of open.entries()) column.share = rest * (weights[index] as number);
  }
  const growing = columns.some(({ isFixed }) => !isFixed) ? columns.filter(({ isFixed }) => !isFixed) : columns;
  const weights = getWeights(growing.map((column) => column.most));
  const wanted = Math.max(least, given && !given.isShare ? given.amount : most);
  for (const [name, width] of [
    ['least', least],
    ['most', wanted],
  ] as const) {
    const missing = width - between - sum(columns.map((column) => column[name]));
    if (missing > 0)
      for (const [index, column] of growing.entries()) column[name] += missing * (weights[index] as number);
  }
  for (const column of columns) column.most = Math.max(column.most, column.least);
};

/** Returns shares that add up to 1, in proportion to numbers; equal ones if all are 0. */
const getWeights = (numbers: readonly number[]): number[] => {
  const all = sum(numbers);
  return numbers.map((one) => (all > 0 ? one / all : 1 / numbers.length));
};

/** Returns the least width of columns together, and the one at which nothing wraps. */
export const getSumOfWidths = (columns: readonly Column[]): { readonly least: number; readonly most: number } => {
  const shared = columns.filter(({ share = 0 }) => share > 0);
  const ofShares = shared.map(({ most, share = 0 }) => (most * 100) / share);
  const rest = 100 - sum(shared.map(({ share = 0 }) => share));
  const others = sum(columns.filter((column) => !shared.includes(column)).map(({ most }) => most));
  const ofOthers = others === 0 ? 0 : rest > 0 ? (others * 100) / rest : Number.POSITIVE_INFINITY;
  const least = sum(columns.map((column) => column.least));
  return { least, most: Math.max(least, sum(columns.map(({ most }) => most)), ...ofShares, ofOthers) };
};

/**
 * Returns the widths of columns of `table-layout: auto`. They are no narrower than their longest words.
 * Source: https://drafts.csswg.org/css-tables-3/#distributing-width-to-columns
 *
 * @param space for all columns, in CSS pixels.
 */
export const distribute = (columns: readonly Column[], space: number): number[] => {
  const toShare = ({ share = 0, least }: Column) => Math.max(least, (share * space) / 100);
  const guess = (getWidth: (column: Column) => number) =>
    columns.map((column) => (column.share === undefined ? getWidth(column) : toShare(column)));
  const guesses = [
    columns.map(({ least }) => least),
    guess(({ least }) => least),
    guess(({ least, most, isFixed }) => (isFixed ? most : least)),
    guess(({ most }) => most),
  ];
  const above = guesses.findIndex((widths) => sum(widths) > space);
  if (above === 0) return guesses[0] as number[];
  if (above > 0) {
    const [lower, upper] = [guesses[above - 1] as number[], guesses[above] as number[]];
    const share = (space - sum(lower)) / (sum(upper) - sum(lower));
    return lower.map((width, index) => width + ((upper[index] as number) - width) * share);
  }
  return grow(columns, guesses[3] as number[], space);
};

/** Gives the space that is left to the columns whose width is not given, or else to all. */
const grow = (columns: readonly Column[], widths: readonly number[], space: number): number[] => {
  const isOpen = ({ isFixed, share }: Column) => !isFixed && share === undefined;
  const isFixed = (column: Column) => column.isFixed && column.share === undefined;
  const growing = [isOpen, isFixed, () => true].find((is) => columns.some(is)) ?? isOpen;
  const weights = getWeights(
    columns.map((column, index) => (growing(column) ? (column.share ?? (widths[index] as number)) : 0)),
  );
  const rest = space - sum(widths);
  const all = columns.filter(growing).length;
  const isEmpty = columns.every((column, index) => !growing(column) || widths[index] === 0);
  return widths.map((width, index) => {
    const isGrowing = growing(columns[index] as Column);
    return width + (isEmpty ? (isGrowing ? rest / all : 0) : rest * (weights[index] as number));
  });
};

/**
 * Returns the widths of columns of `table-layout: fixed`: those of the first row, whatever the content is.
 *
 * @param given widths of the columns; undefined where none is given.
 */
export const distributeFixed = (given: readonly (GivenWidth | undefined)[], space: number): number[] => {
  const toWidth = (one: GivenWidth | undefined) => (one?.isShare ? (one.amount * space) / 100 : (one?.amount ?? 0));
  const widths = given.map(toWidth);
  const rest = Math.max(0, space - sum(widths));
  const open = given.filter((one) => one === undefined).length;
  if (open > 0) return widths.map((width, index) => (given[index] ? width : rest / open));
  const weights = getWeights(widths);
  return widths.map((width, index) => width + rest * (weights[index] as number));
};
