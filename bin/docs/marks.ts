/** Generates the text between marks, by their kind; given the name after the kind, if any. */
export type Fillers = Readonly<Record<string, (name: string) => string | Promise<string>>>;

/** Replaces what stands between marks by newly generated text, and leaves the rest as it is. */
export const fillMarks = async (document: string, fillers: Fillers): Promise<string> => {
  const kinds = Object.keys(fillers).join('|');
  const marked = new RegExp(`<!-- (${kinds})(?: (\\w+))? -->\\n[\\s\\S]*?<!-- /\\1 -->`, 'g');
  const parts = await Promise.all(
    [...document.matchAll(marked)].map(async ([, kind = '', name]) => {
      const mark = name === undefined ? kind : `${kind} ${name}`;
      return `<!-- ${mark} -->\n${await fillers[kind]?.(name ?? '')}\n<!-- /${kind} -->`;
    }),
  );
  return document.replace(marked, () => parts.shift() as string);
};
