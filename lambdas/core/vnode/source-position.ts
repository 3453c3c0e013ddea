import type { Position } from '../template/lint/source/diagnostics.ts';

/**
 * Name of the property that carries an element's place (`12:5`) through the trial of a template. Only the script of the
 * trial writes it; nothing that is stored or rendered for anybody has it.
 */
export const sourcePositionProperty = '__at';

/** Parses a place written as text; undefined for other text. */
export const toPosition = (position: unknown): Position | undefined => {
  const [, line, column] = typeof position === 'string' ? (/^(\d+):(\d+)$/.exec(position) ?? []) : [];
  return line === undefined ? undefined : { line: Number(line), column: Number(column) };
};
