import { starterIds } from 'image-url-contract/starters.ts';
import { hasCode, wrongUse } from './failure.ts';
import { readOwn } from './project-files.ts';

const own = import.meta.dirname;
/** Beside the program in the package; in the repository, the templates' folder, in which those with packages are bundled. */
const folders = [`${own}/starters`, `${own}/../../../starters/bundled`, `${own}/../../../starters`];

/** Names of the starter templates: ids without `starter-`. */
export const starterNames: readonly string[] = starterIds.map((id) => id.replace('starter-', ''));

/** Returns the code of a starter template. @throws Failure for an unknown one */
export const readStarter = async (given: string): Promise<{ readonly name: string; readonly code: string }> => {
  const name = given.replace(/^starter-/, '');
  if (!starterNames.includes(name))
    throw wrongUse(
      'NO_SUCH_STARTER',
      `There is no starter ${JSON.stringify(given)}; there are ${starterNames.join(', ')}.`,
    );
  for (const folder of folders) {
    try {
      return { name, code: await readOwn(folder, `${name}.jsx`) };
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) throw error;
    }
  }
  throw new Error(`The starter ${name} is not in the package.`);
};
