/** Functions that generate the text between marks, by kind of mark. The argument is the name after the kind, if any. */
export type Fillers = Readonly<Record<string, (name: string) => string | Promise<string>>>;

/** Replaces the text between marks by generated text. */
export const fillMarks = async (document: string, fillers: Fillers): Promise<string> => {
  const kinds = Object.keys(fillers).join('|');
  const marked = new RegExp(`<!-- (${kinds})(?: (\\S+))? -->\\n[\\s\\S]*?<!-- /\\1 -->`, 'g');
  const parts = await Promise.all(
    [...document.matchAll(marked)].map(async ([, kind = '', name]) => {
      const mark = name === undefined ? kind : `${kind} ${name}`;
      return `<!-- ${mark} -->\n${await fillers[kind]?.(name ?? '')}\n<!-- /${kind} -->`;
    }),
  );
  return document.replace(marked, () => parts.shift() as string);
};
