export const articles = [
  { slug: 'sourdough', title: 'Sourdough for people who forget things', author: 'Ida Holm' },
  { slug: 'night-trains', title: 'The night trains are back', author: 'Jonas Weiß' },
  { slug: 'small-gardens', title: 'Six vegetables & one chair: small gardens', author: 'Mei Tanaka' },
];
