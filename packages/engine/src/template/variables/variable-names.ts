/** A prop that templates with sizes receive besides their variables. None of their variables has this name. */
export const sizeProp = 'size';

/** Converts a variable's name to readable text: `authorName` to "Author name", `html_url` to "Html url". */
export const sampleText = (name: string): string => {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/(?<=[A-Z])(?=[A-Z][a-z])/g, ' ')
    .replaceAll(/[_$]+/g, ' ')
    .trim()
    .toLowerCase();
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1);
};
