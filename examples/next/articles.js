export const articles = [
  { slug: 'sourdough', title: 'Sourdough for people who forget things', author: 'Ida Holm', date: '2 May 2026' },
  { slug: 'night-trains', title: 'The night trains are back', author: 'Jonas Weiß', date: '9 May 2026' },
  {
    slug: 'small-gardens',
    title: 'Six vegetables & one chair: small gardens',
    author: 'Mei Tanaka',
    date: '16 May 2026',
  },
];
