import type { Random } from './random.ts';

const characters = 'ABCZabcz0189-_./~%+=? \n\u0000é';

const spliced = (path: string, at: number, count: number, added = ''): string =>
  path.slice(0, at) + added + path.slice(at + count);
const within = (path: string, random: Random): number => random.int(0, path.length - 1);
const aCharacter = (random: Random): string => characters.charAt(random.int(0, characters.length - 1));

/** Changes of a path; each may give the same path again. */
const mutations: readonly ((path: string, random: Random) => string)[] = [
  (path, random) => spliced(path, within(path, random), 1, aCharacter(random)),
  (path, random) => spliced(path, within(path, random), 1),
  (path, random) => spliced(path, random.int(0, path.length), 0, aCharacter(random)),
  (path, random) => {
    const parts = path.split('/');
    const [a, b] = [random.int(1, parts.length - 1), random.int(1, parts.length - 1)];
    [parts[a], parts[b]] = [parts[b] ?? '', parts[a] ?? ''];
    return parts.join('/');
  },
  (path, random) => {
    const parts = path.split('/');
    const [at, count] = [random.int(1, parts.length - 1), random.int(0, 1)];
    return parts.toSpliced(at, count, random.pick(['', '.', '..', '-', parts.at(-1) ?? ''])).join('/');
  },
  (path, random) => {
    const at = within(path, random);
    const code = path.charCodeAt(at).toString(16).padStart(2, '0');
    return spliced(path, at, 1, `%${random.pick([code, code.toUpperCase()])}`);
  },
  (path, random) => {
    const at = within(path, random);
    const character = path.charAt(at);
    const [lower, upper] = [character.toLowerCase(), character.toUpperCase()];
    return spliced(path, at, 1, character === lower ? upper : lower);
  },
  (path, random) =>
    path.replace(
      /\/([^/]*)\/([^/]*)$/,
      (_all, options, rest) => `/${options.split('-').toReversed().join('-')}${random.pick(['', '-', '-w1'])}/${rest}`,
    ),
  (path, random) => path.slice(0, random.int(0, path.length)),
  (path, random) => path + random.pick(['/', '=', '.png', '?', '#', ' ', '\n', path]),
];

/** Changes a path in one to three ways. */
export const mutatePath = (random: Random, path: string): string => {
  let changed = path;
  for (let n = random.int(1, 3); n > 0; n -= 1) if (changed !== '') changed = random.pick(mutations)(changed, random);
  return changed;
};
