const pages = new Map([['hello', { title: 'Hello', author: 'Ida Holm' }]]);

/** The data of a page, from your files or database. */
export const findPage = ({ slug }) => {
  const page = pages.get(slug);
  if (!page) throw new Error(`There is no page ${slug}.`);
  return page;
};
