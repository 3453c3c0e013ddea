/** The card of a page, with every variable that the template shows: one that is left out shows a sample of the starter. */
export const card = ({ title, author = '', date = '' }) => ({
  templateId: 'starter-article',
  variables: { title, author, date, publication: 'My site', section: 'Blog', readingTime: '' },
});
