const [start, end] = ['<!-- figures -->', '<!-- end of figures -->'];

/** Returns a document with other text between its markers. @throws Error if it has none */
export const replaceFigures = (document: string, text: string): string => {
  const [from, to] = [document.indexOf(start), document.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`bench/README.md has no ${start} ... ${end}.`);
  return `${document.slice(0, from)}${start}\n\n${text.trim()}\n\n${document.slice(to)}`;
};
