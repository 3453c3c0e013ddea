import { chmod, mkdir, readdir } from 'node:fs/promises';

/** Only the owner can read, write and enter. */
const ownersOnly = 0o700;

/**
 * Creates a folder that only its owner can read. An existing folder becomes private unless it contains other files,
 * because it then has other uses too.
 *
 * @param own names of expected files. @default any
 */
export const privateFolder = async (dir: string, own?: readonly string[]): Promise<void> => {
  await mkdir(dir, { recursive: true, mode: ownersOnly });
  const isOurs = own === undefined || (await readdir(dir)).every((name) => own.includes(name));
  if (isOurs) await chmod(dir, ownersOnly);
};
