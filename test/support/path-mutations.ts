import type { Random } from './random.ts';

const characters = 'ABCZabcz0189-_./~%+=? \n\u0000é';

/** Changes of a path; each may give the same path again. */
const mutations: readonly ((path: string, random: Random) => string)[] = [
  (path, random) => {
    const at = random.int(0, path.length - 1);
    return path.slice(0, at) + characters.charAt(random.int(0, characters.length - 1)) + path.slice(at + 1);
  },
  (path, random) => {
    const at = random.int(0, path.length - 1);
    return path.slice(0, at) + path.slice(at + 1);
  },
  (path, random) => {
    const at = random.int(0, path.length);
    return path.slice(0, at) + characters.charAt(random.int(0, characters.length - 1)) + path.slice(at);
  },
  (path, random) => {
    const parts = path.split('/');
    const [a, b] = [random.int(1, parts.length - 1), random.int(1, parts.length - 1)];
    [parts[a], parts[b]] = [parts[b] ?? '', parts[a] ?? ''];
    return parts.join('/');
  },
  (path, random) => {
    const parts = path.split('/');
    parts.splice(
      random.int(1, parts.length - 1),
      random.int(0, 1),
      random.pick(['', '.', '..', '-', parts.at(-1) ?? '']),
    );
    return parts.join('/');
  },
  (path, random) => {
    const at = random.int(0, path.length - 1);
    const code = path.charCodeAt(at).toString(16).padStart(2, '0');
    return `${path.slice(0, at)}%${random.pick([code, code.toUpperCase()])}${path.slice(at + 1)}`;
  },
  (path, random) => {
    const at = random.int(0, path.length - 1);
    const character = path.charAt(at);
    const other = character === character.toLowerCase() ? character.toUpperCase() : character.toLowerCase();
    return path.slice(0, at) + other + path.slice(at + 1);
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
