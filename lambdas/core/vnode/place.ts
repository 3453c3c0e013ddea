import type { Position } from '../template/check/diagnostics.ts';

/**
 * Name of the property that carries an element's place (`12:5`) through the trial of a template. Only the script of the
 * trial writes it; nothing that is stored or drawn for anybody has it.
 */
export const placeProperty = '__at';

/** Parses a place written as text; undefined for other text. */
export const positionOfPlace = (place: unknown): Position | undefined => {
  const [, line, column] = typeof place === 'string' ? (/^(\d+):(\d+)$/.exec(place) ?? []) : [];
  return line === undefined ? undefined : { line: Number(line), column: Number(column) };
};
