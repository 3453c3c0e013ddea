import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { javascriptLanguage, tsxLanguage } from '@codemirror/lang-javascript';
import { variables } from '../image/checking.ts';
import { words } from '../words.ts';
import { positionAt } from './place.ts';
import { showFace, vocabulary } from './vocabulary.ts';

const { explanations: texts } = words;

const families = (): Completion[] =>
  vocabulary().families.map(({ name, kind }) => ({ label: name, detail: kind, type: 'family' }));

const optionsAt = (before: string): { typed: string; options: Completion[] } | undefined => {
  const position = positionAt(before);
  if (!position) return undefined;
  const { elements, properties, utilities } = vocabulary();
  const { typed } = position;
  switch (position.is) {
    case 'element':
      return { typed, options: elements.map((label) => ({ label, type: 'type' })) };
    case 'utility':
      return {
        typed,
        options: Object.entries(utilities).map(([label, detail]) => ({ label, detail, type: 'constant' })),
      };
    case 'property':
      return { typed, options: Object.keys(properties).map((label) => ({ label, type: 'property' })) };
    default:
      if (position.property === 'fontFamily') return { typed, options: families() };
      return { typed, options: (properties[position.property] ?? []).map((label) => ({ label, type: 'constant' })) };
  }
};

/** Proposes the template's variables at any word. */
const variableOptions = (context: CompletionContext): CompletionResult | null => {
  const word = context.matchBefore(/[A-Za-z_]\w*$/);
  if (!word && !context.explicit) return null;
  const options = variables.value.map(({ name, defaultValue }) => ({
    ...{ label: name, detail: defaultValue.slice(0, 40), type: 'variable', boost: 2 },
  }));
  return { from: word?.from ?? context.pos, options, validFor: /^\w*$/ };
};

const longestLook = 2_000;

const propose = (context: CompletionContext): CompletionResult | null => {
  const before = context.state.sliceDoc(Math.max(0, context.pos - longestLook), context.pos);
  const found = optionsAt(before);
  if (!found) return variableOptions(context);
  if (found.options.length === 0 || (found.typed === '' && !context.explicit && !/["'`<]$/.test(before))) return null;
  return { from: context.pos - found.typed.length, options: found.options, validFor: /^[^\s"'`<>]*$/ };
};

/** Proposes names that the service knows. */
export const proposals = [javascriptLanguage, tsxLanguage].map((language) =>
  language.data.of({ autocomplete: propose }),
);

/** Families are displayed in their own font. */
export const completion = autocompletion({
  icons: false,
  addToOptions: [
    {
      position: 85,
      render: ({ label, type }) => {
        const family = type === 'family' && vocabulary().families.find(({ name }) => name === label);
        const face = family && showFace(family);
        if (!face) return null;
        const sample = document.createElement('span');
        sample.className = 'cm-face';
        sample.textContent = texts.sample;
        sample.style.fontFamily = `'${face}', var(--sans)`;
        return sample;
      },
    },
  ],
});
