/** Test prompts: five kinds, eight of each, as people write them. */
export interface Wish {
  readonly kind: string;
  readonly prompt: string;
  readonly width?: number;
  readonly height?: number;
}

const square = { width: 1080, height: 1080 };
const story = { width: 1080, height: 1920 };

const kinds: Readonly<Record<string, readonly (string | Omit<Wish, 'kind'>)[]>> = {
  articles: [
    'Open Graph card for a blog about gardening: headline, author, date. Calm, lots of green.',
    'A card for a newspaper column with a big serif headline, the columnist’s name and portrait.',
    'Social image for release notes of a developer tool called Ferrite, version 4.2, with three bullet points.',
    'A card for a cookery site: name of the recipe, time it takes, number of servings, a photo on the right.',
    'Documentation page card for an API reference: section, page title, a line of code at the bottom.',
    'Card for a podcast episode: number, title, guest, length. Dark, with a sound wave.',
    { prompt: 'Square image for a newsletter issue: its number, three headlines, the date.', ...square },
    'Card for a scientific article: long title, up to five authors, journal, year. Sober.',
  ],
  shops: [
    'Product card: photo, name, price 129 €, old price crossed out, a badge with the discount.',
    'Card for a flat to rent in Lisbon: photo across, price a month, size, rooms, district.',
    { prompt: 'Square ad for a spring sale of a bicycle shop: 30 % off until 30 April.', ...square },
    'A card for a second-hand bookshop: title and author of the book, condition, price, rendered like a library stamp.',
    'Price table with three plans: Free, Team 12 $, Company 49 $, each with three features; Team stands out.',
    'Restaurant menu of the day: starter, main, dessert, price 18.50. Handwritten look.',
    'App store teaser for a habit tracker called Tally: slogan, rating of 4.8, a phone rendered in outline.',
    { prompt: 'Story for a coffee roaster: new beans from Huila, tasting notes, price for 250 g.', ...story },
  ],
  events: [
    'Conference talk card: talk, speaker with portrait and company, room and time. Neon on black.',
    'Poster-like card for a concert: band Kalte Sonne, 14 June 2027, Molotow Hamburg, doors at 20:00.',
    { prompt: 'Square invitation to a wedding of Amélie and Jonas on 5 September 2027.', ...square },
    'Webinar card with title, date with time zone, two speakers, a button that says Register.',
    'Football result: home and away team with crests, 3 : 1, scorers with minutes.',
    'Job advert: Senior Data Engineer, Rotterdam or remote, 70 to 85 thousand euros, company logo.',
    { prompt: 'Story for a marathon: runner’s name, bib number, finish time, a route rendered as a line.', ...story },
    'Course certificate: name of the person, course, date, signature line. Elegant, with a border.',
  ],
  figures: [
    'One big number: 48,200 images rendered a day, + 38 % since January, a small bar chart below.',
    'GitHub repository card: owner/name, description, stars, forks, main language with a dot of its colour.',
    'Weather card for Reykjavík: temperature now, five days with highs and lows.',
    'Line chart of visitors in twelve months, from a list of numbers, the last one marked.',
    'Leaderboard: five names with points, the first with a crown.',
    { prompt: 'Square with a donut chart: 62 % of the goal reached, 31,000 of 50,000 €.', ...square },
    { prompt: 'A small badge: build passing, green. Two halves like those in READMEs.', width: 240, height: 40 },
    'Year in review of a reader: 34 books, 11,204 pages, favourite genre, three covers.',
  ],
  people: [
    'Quote card: the quote, who said it, portrait in a circle. Warm colours.',
    { prompt: 'Square testimonial: five stars, two sentences, name, role and company.', ...square },
    'Profile card: name, handle, bio, followers, portrait, a banner in a gradient.',
    'Author page of a magazine: portrait on the left over the full height, name, three latest articles.',
    'Team member introduction: name, role, three things she likes, in company colours that are a variable.',
    'رأي اليوم: بطاقة لعمود صحفي باللغة العربية، عنوان واسم الكاتب وصورته.',
    '詩の一節を縦書きのように見せるカード。作者名と出典を小さく。',
    { prompt: 'Story: birthday greetings for a colleague, name and a short message, confetti.', ...story },
  ],
};

export const wishes: readonly Wish[] = Object.entries(kinds).flatMap(([kind, all]) =>
  all.map((one) => ({ kind, ...(typeof one === 'string' ? { prompt: one } : one) })),
);
