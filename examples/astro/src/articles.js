/** How many pages the site has: PAGES=1000 makes it a large one. */
const pages = Number(process.env.PAGES ?? 3);

export const articles = Array.from({ length: pages }, (_, n) => ({
  slug: `article-${n + 1}`,
  title: `Article ${n + 1} of ${pages}`,
  number: n + 1,
}));
