import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

/** Output for people. */
export interface Output {
  /** Applies a style if the terminal supports colours. */
  style(style: Style, text: string): string;
  /** Prints a line for people besides the result: status or a caution. */
  note(text: string): void;
  /** Shows the progress of work that takes more than a second, on a terminal. */
  progress(of: number): Progress;
}

export interface Progress {
  /** Advances by one item and shows the current one. */
  step(what: string): void;
  end(): void;
}

/** Time after which progress is shown. */
const quietMs = 1_000;
const clearLine = '\r\u001b[K';

/** @param isForPeople false with `--json`: standard error then has no colours and no progress */
export const terminalOutput = (
  stdout: NodeJS.WriteStream,
  stderr: NodeJS.WriteStream,
  isForPeople: boolean,
): Output => {
  const hasColours = isForPeople && stdout.isTTY === true && stdout.hasColors();
  return {
    style: (style, text) => (hasColours ? styleText(style, text, { validateStream: false }) : text),
    note: (text) => void stderr.write(`${sanitiseOutput(text)}\n`),
    progress: (of) => {
      const started = performance.now();
      let done = 0;
      let isShown = false;
      return {
        step: (what) => {
          done += 1;
          if (!isForPeople || !stderr.isTTY || performance.now() - started < quietMs) return;
          isShown = true;
          stderr.write(
            `${clearLine}${done}/${of} ${plain(what)}`.slice(0, (stderr.columns ?? 80) + clearLine.length - 1),
          );
        },
        end: () => void (isShown && stderr.write(clearLine)),
      };
    },
  };
};

/** Control characters, including C1, DEL and those that change the text direction, except line ends and tabs. */
const control = /(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** Returns untrusted text for a terminal; control characters are replaced. */
export const plain = (text: string): string => text.replace(control, '\ufffd');

/** The styles of this program. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what they begin with
const ownStyle = /(\u001b\[(?:1|2|22|31|32|33|39)m)/;

/** Removes all control sequences but this program's styles from text for a terminal. */
export const sanitiseOutput = (text: string): string =>
  text
    .split(ownStyle)
    .map((part, n) => (n % 2 === 1 ? part : plain(part)))
    .join('');

/** Returns JSON in one line with escaped control characters, because it may be displayed in a terminal. */
export const escapedJson = (value: unknown): string =>
  (JSON.stringify(value) ?? 'null').replace(
    control,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Returns rows with aligned columns. */
export const table = (rows: readonly (readonly string[])[]): string => {
  const cells = rows.map((row) => row.map((cell) => plain(cell).replace(/[\n\t]/g, ' ')));
  const widths = (cells[0] ?? []).map((_, n) => Math.max(...cells.map((row) => (row[n] ?? '').length)));
  const line = (row: readonly string[]) => row.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join('  ');
  return cells.map((row) => line(row).trimEnd()).join('\n');
};
