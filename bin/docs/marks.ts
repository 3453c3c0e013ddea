/** Writes what stands between the marks of a kind, given the word beside the kind. */
export type Fillers = Readonly<Record<string, (name: string) => string | Promise<string>>>;

/** A document with its prose as it stands, and between each pair of marks what the code says today. */
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
