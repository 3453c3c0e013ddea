import type { ConverseAnswer, ConverseRequest } from '../../local/bedrock.ts';

/** What is told of one place, as `describeProblems` writes it. */
interface Reported {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

const reportedIn = (reply: string): Reported[] =>
  [...reply.matchAll(/^Line (\d+), column (\d+): (.*)$/gm)].map(([, line, column, message = '']) => ({
    line: Number(line),
    column: Number(column),
    message,
  }));

const getOffset = (source: string, { line, column }: Pick<Reported, 'line' | 'column'>): number =>
  source
    .split('\n')
    .slice(0, line - 1)
    .join('\n').length +
  (line > 1 ? 1 : 0) +
  column -
  1;

const tagAt = (source: string, reported: Pick<Reported, 'line' | 'column'>): number => {
  const offset = getOffset(source, reported);
  return source[offset] === '<' ? offset : source.lastIndexOf('<', offset);
};

/** Sets properties in the style of the element at a place; those that are named otherwise are gone. */
const restyled = (
  source: string,
  reported: Pick<Reported, 'line' | 'column'>,
  style: string,
  without: readonly string[] = [],
) => {
  const tag = tagAt(source, reported);
  const end = source.slice(tag).search(/[^=]>/) + tag + 1;
  const opening = source.slice(tag, end);
  const dropped = without.reduce(
    (cached, name) => cached.replace(new RegExp(`(?<=[{,\\s])${name}: (?:'[^']*'|"[^"]*"|-?[\\d.]+|\\w+),?`), ''),
    opening,
  );
  const changed = /style=\{\{/.test(dropped)
    ? dropped.replace(/,?\s*\}\}(?=[^}]*$)/, `, ${style} }}`)
    : dropped.replace(/\babsolute\b/, '').replace(/^<\w+/, (name) => `${name} style={{ ${style} }}`);
  return source.slice(0, tag) + changed.replace(/\{\{\s*,/, '{{') + source.slice(end);
};

const withParameter = (source: string, parameter: string) => source.replace(/(function \w+\(\{)/, `$1 ${parameter},`);

const moves = ['position', 'top', 'left', 'right', 'bottom', 'marginTop', 'marginLeft'];
const getColumn = (source: string, line: number) => (source.split('\n')[line - 1] ?? '').search(/\S/) + 1;
const isMoved = (source: string, position: Pick<Reported, 'line' | 'column'>) => {
  const tag = tagAt(source, position);
  const opening = source.slice(tag, source.slice(tag).search(/[^=]>/) + tag + 1);
  return moves.some((name) => new RegExp(`[{,\\s]${name}:`).test(opening)) || /\babsolute\b/.test(opening);
};

type Repair = (source: string, reported: Reported, found: RegExpExecArray) => string;

/** What is said, and what an author does who knows nothing but that. */
const repairs: readonly (readonly [RegExp, Repair])[] = [
  [
    /lies outside the image|is nowhere in the image/,
    (source, reported) =>
      restyled(source, reported, "position: 'relative'", [
        'position',
        'left',
        'top',
        'right',
        'bottom',
        'marginLeft',
        'height',
        'overflow',
      ]),
  ],
  [
    /(?:is cut off|leaves the image|overflows its box)/,
    (source, reported) =>
      restyled(source, reported, "maxWidth: '100%', overflowWrap: 'anywhere', fontSize: 40", [
        'fontSize',
        'whiteSpace',
        'width',
        'height',
        'overflow',
        'left',
        'right',
      ]),
  ],
  [
    /what is behind it, #([\da-f]{2})([\da-f]{2})([\da-f]{2});/,
    (source, reported, [, red = '', green = '', blue = '']) => {
      const [r, g, b] = [red, green, blue].map((hex) => Number.parseInt(hex, 16)) as [number, number, number];
      const isDark = 0.3 * r + 0.59 * g + 0.11 * b < 128;
      return restyled(source, reported, `color: '${isDark ? '#ffffff' : '#000000'}'`, ['color']);
    },
  ],
  [
    /has a position, so it lies over/,
    (source, { message }) =>
      [...message.matchAll(/\(line (\d+)\)/g)].reduce((changed, [, line]) => {
        const text = changed.split('\n')[Number(line) - 1] ?? '';
        // the last tag of the line: the element of the text, where another begins before it
        const column = Math.max(text.lastIndexOf('<', text.lastIndexOf('</') - 1), text.search(/\S/)) + 1;
        return restyled(changed, { line: Number(line), column }, "position: 'relative'", ['position']);
      }, source),
  ],
  [
    /make it (\d+) px or more/,
    (source, reported, [, least]) => restyled(source, reported, `fontSize: ${Number(least) + 4}`, ['fontSize']),
  ],
  [
    /from the image's (\w+) edge; leave (\d+) px/,
    (source, reported, [, , margin]) =>
      restyled(source, reported, `padding: ${margin}`, ['right', 'bottom', 'padding']),
  ],
  [
    /letters run into each other/,
    (source, reported) => {
      // the elements that were moved, where any are named
      const named = [...reported.message.matchAll(/by the element of line (\d+)/g)].map(([, line]) => Number(line));
      const [other] = /of line (\d+)/.exec(reported.message.replaceAll(/\(put [^)]*\)/g, ''))?.slice(1) ?? [];
      return [reported, ...[...named, Number(other)].map((line) => ({ line, column: getColumn(source, line) }))].reduce(
        (changed, position) => (isMoved(changed, position) ? restyled(changed, position, 'top: 0', moves) : changed),
        source,
      );
    },
  ],
  [
    /of the image, all that is (?:below|right of) its content, is empty/,
    (source, reported) =>
      restyled(source.replaceAll(/flexGrow: 1,? ?/g, ''), reported, "justifyContent: 'center'", ['justifyContent']),
  ],
  [
    /^(\w+) is never used/,
    (source, _reported, [, name]) => source.replace(new RegExp(`\\b${name},?\\s*(?=[\\n}])`), ''),
  ],
  [/^(\w+) is not defined/, (source, _reported, [, name]) => withParameter(source, `${name} = 'Some text'`)],
  [
    /^"(.+)" comes from the wish/,
    (source, reported, [, value = '']) => {
      const at = getOffset(source, reported);
      const name = `wished${source.length}`;
      const fixed = source.slice(at, at + value.length);
      return withParameter(`${source.slice(0, at)}{${name}}${source.slice(at + value.length)}`, `${name} = '${fixed}'`);
    },
  ],
  [/^The font (.+) is not available/, (source, _reported, [, family = '']) => source.replace(family, 'Inter')],
  [
    /^No font here has (.*) in "/,
    (source, _reported, [, characters = '']) =>
      [...characters.matchAll(/U\+([\dA-F]+)/g)].reduce(
        (cached, [, hex = '']) => cached.replaceAll(String.fromCodePoint(Number.parseInt(hex, 16)), ''),
        source,
      ),
  ],
  [
    /^(\w+) is no CSS property; do you mean (\w+)/,
    (source, _reported, [, wrong = '', right = '']) => source.replace(wrong, right),
  ],
  [/^(\S+) is no utility class known here/, (source, _reported, [, name = '']) => source.replace(` ${name}`, '')],
  [
    /^(\w+): (\S+) is no value of/,
    (source, _reported, [, name, value]) => source.replace(new RegExp(`${name}: '${value}'`), `${name}: '#222'`),
  ],
];

/** Does what it is told about each place, and nothing else: last places first, so that those before them stay where they are. */
const repaired = (source: string, reply: string): string =>
  reportedIn(reply)
    .toSorted((one, other) => other.line - one.line || other.column - one.column)
    .filter((one, n, all) => all.findIndex((other) => other.line === one.line && other.column === one.column) === n)
    .reduce((changed, reported) => {
      for (const [pattern, repair] of repairs) {
        const found = pattern.exec(reported.message);
        if (found) return repair(changed, reported, found);
      }
      return changed;
    }, source);

/** Answers a first template, then repairs of the last one. */
export const repairingAuthor =
  (first: string) =>
  ({ messages }: ConverseRequest): ConverseAnswer => {
    const texts = messages.map(({ content }) => content.map((block) => ('text' in block ? block.text : '')).join('\n'));
    const last = /```jsx\n([\s\S]*?)\n```/.exec(texts.at(-2) ?? '')?.[1];
    const code = last === undefined ? first : repaired(last, texts.at(-1) ?? '');
    return { text: `\`\`\`jsx\n${code}\n\`\`\`` };
  };
