import { hoverTooltip } from '@codemirror/view';
import { variables } from '../image/checking.ts';
import { words } from '../words.ts';
import { showFace, vocabulary } from './vocabulary.ts';

const { explanations: texts } = words;

interface Explained {
  readonly text: string;
  /** Font face in which to display the text. */
  readonly face?: string;
}

const explain = (word: string): Explained | undefined => {
  const { utilities, properties, families } = vocabulary();
  const family = families.find(({ name }) => name === word);
  if (family) {
    const face = showFace(family);
    return { text: texts.family(family.name), ...(face && { face }) };
  }
  const variable = variables.value.find(({ name }) => name === word);
  if (variable)
    return {
      text: variable.required ? texts.required(word) : texts.variable(word, variable.defaultValue),
    };
  if (Object.hasOwn(utilities, word)) return { text: `${word}: ${utilities[word]}` };
  const values = Object.hasOwn(properties, word) ? properties[word] : undefined;
  if (!values) return undefined;
  return {
    text: `${word}${values.length > 0 ? `: ${values.slice(0, 12).join(', ')}${values.length > 12 ? ' …' : ''}` : texts.rendered}`,
  };
};

/** Returns the words at a position, the longest first: all between quotes, for families with spaces. */
const wordsAt = (line: string, column: number): { from: number; to: number }[] =>
  [/[^"'`]+/g, /[^\s"'`{}<>=;:,()]+/g, /\w+/g].flatMap((pattern) =>
    [...line.matchAll(pattern)]
      .map((match) => ({ from: match.index, to: match.index + match[0].length }))
      .filter(({ from, to }) => from <= column && column <= to),
  );

/** Shows the meaning of a word on hover. */
export const explanations = hoverTooltip((view, position) => {
  const line = view.state.doc.lineAt(position);
  for (const { from, to } of wordsAt(line.text, position - line.from)) {
    const explained = explain(line.text.slice(from, to).trim());
    if (!explained) continue;
    const dom = document.createElement('div');
    dom.className = 'cm-explanation';
    dom.textContent = explained.text;
    if (explained.face) dom.style.fontFamily = `'${explained.face}', var(--sans)`;
    return { pos: line.from + from, end: line.from + to, above: true, create: () => ({ dom }) };
  }
  return null;
});
