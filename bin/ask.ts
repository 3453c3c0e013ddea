import { createInterface } from 'node:readline/promises';

/** Asks a question on the terminal. Returns '' if the input ends without an answer. */
export const ask = async (question: string): Promise<string> => {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const end = new Promise<string>((done) => lines.once('close', () => done('')));
  const answer = await Promise.race([lines.question(question), end]);
  lines.close();
  return answer;
};

export type Ask = typeof ask;
