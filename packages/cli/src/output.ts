import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

/** Where words for people go, and how. */
export interface Output {
  /** In colour where the reader is a terminal that has colours. */
  style(style: Style, text: string): string;
  /** A line for people beside the answer: what goes on, what to look out for. */
  note(text: string): void;
  /** Shows how far something has come that takes more than a second, on a terminal. */
  progress(of: number): Progress;
}

export interface Progress {
  /** One more is done, and this is worked on. */
  step(what: string): void;
  end(): void;
}

/** Whoever waits longer wants to know for what. */
const quietMs = 1_000;
const clearLine = '\r\u001b[K';

/** @param isForPeople false with `--json`: standard error has no colours and no progress then. */
export const terminalOutput = (
  stdout: NodeJS.WriteStream,
  stderr: NodeJS.WriteStream,
  isForPeople: boolean,
): Output => {
  const hasColours = isForPeople && stdout.isTTY === true && stdout.hasColors();
  return {
    style: (style, text) => (hasColours ? styleText(style, text, { validateStream: false }) : text),
    note: (text) => void stderr.write(`${harmless(text)}\n`),
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

/** Controls, those of C1 and DEL included, and what turns the direction of text around; line ends and tabs are none. */
const control = /(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** Text of somebody else's for a terminal: no character of it moves the cursor or colours anything. */
export const plain = (text: string): string => text.replace(control, '\ufffd');

/** The colours of this program. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what they begin with
const ownStyle = /(\u001b\[(?:1|2|22|31|32|33|39)m)/;

/** What is written to a terminal, whoever's text is in it: of all controls only the colours of this program are left. */
export const harmless = (text: string): string =>
  text
    .split(ownStyle)
    .map((part, n) => (n % 2 === 1 ? part : plain(part)))
    .join('');

/** JSON in one line whose controls are escaped: it may be looked at in a terminal. */
export const escapedJson = (value: unknown): string =>
  (JSON.stringify(value) ?? 'null').replace(
    control,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Rows with their columns under each other. */
export const table = (rows: readonly (readonly string[])[]): string => {
  const cells = rows.map((row) => row.map((cell) => plain(cell).replace(/[\n\t]/g, ' ')));
  const widths = (cells[0] ?? []).map((_, n) => Math.max(...cells.map((row) => (row[n] ?? '').length)));
  const line = (row: readonly string[]) => row.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join('  ');
  return cells.map((row) => line(row).trimEnd()).join('\n');
};
