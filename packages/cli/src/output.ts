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
    note: (text) => void stderr.write(`${text}\n`),
    progress: (of) => {
      const started = performance.now();
      let done = 0;
      let isShown = false;
      return {
        step: (what) => {
          done += 1;
          if (!isForPeople || !stderr.isTTY || performance.now() - started < quietMs) return;
          isShown = true;
          stderr.write(`${clearLine}${done}/${of} ${what}`.slice(0, (stderr.columns ?? 80) + clearLine.length - 1));
        },
        end: () => void (isShown && stderr.write(clearLine)),
      };
    },
  };
};

/** Text of somebody else's for a terminal: no character of it moves the cursor or colours anything. */
export const plain = (text: string): string => text.replace(/(?![\n\t])\p{Cc}/gu, '\ufffd');

/** Rows with their columns under each other. */
export const table = (rows: readonly (readonly string[])[]): string => {
  const widths = (rows[0] ?? []).map((_, n) => Math.max(...rows.map((row) => (row[n] ?? '').length)));
  const line = (row: readonly string[]) => row.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join('  ');
  return rows.map((row) => line(row).trimEnd()).join('\n');
};
