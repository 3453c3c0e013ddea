import { chmod, mkdir, readdir } from 'node:fs/promises';

/** Read, written and entered by its owner only. */
const ownersOnly = 0o700;

/**
 * Makes a folder that nobody but its owner can look into. One that is there becomes so; one that holds anything beside what is
 * named is somebody's for other things as well and stays as it is.
 *
 * @param own names of what may be in it. @default anything
 */
export const privateFolder = async (dir: string, own?: readonly string[]): Promise<void> => {
  await mkdir(dir, { recursive: true, mode: ownersOnly });
  const isOurs = own === undefined || (await readdir(dir)).every((name) => own.includes(name));
  if (isOurs) await chmod(dir, ownersOnly);
};
