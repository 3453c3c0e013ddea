import { readFileSync } from 'node:fs';

/** A typical card, with variables that differ by request. */
export interface Card {
  readonly name: string;
  /** JSX of the template. */
  readonly source: string;
  readonly width: number;
  readonly height: number;
  readonly variables: (number: number) => Readonly<Record<string, string>>;
  /** The compiled source, if `elements.ts` compiled it ahead of time. */
  readonly compiled?: string;
}

const large = { width: 1200, height: 630 };

const card = (name: string, rest: Pick<Card, 'variables' | 'width' | 'height'> & Partial<Card>): Card => ({
  name,
  get source() {
    return readFileSync(new URL(`./cards/${name}.jsx`, import.meta.url), 'utf8');
  },
  ...rest,
});

export const cards: readonly Card[] = [
  card('article', {
    ...large,
    variables: (n) => ({ title: `What ${n} slow disks taught us about queues`, author: `Ingrid Halvorsen ${n}` }),
  }),
  card('product', {
    ...large,
    variables: (n) => ({
      name: `Cima ${n} espresso machine`,
      price: `€${400 + (n % 99)}`,
      rating: String(1 + (n % 5)),
    }),
  }),
  card('japanese', {
    ...large,
    variables: (n) => ({ title: `止めずに載せ替える：毎日使う決済基盤を${n}年かけて移した記録` }),
  }),
  card('arabic', {
    ...large,
    variables: (n) => ({ title: `دليل عملي لبناء خدمات سريعة لا تتوقف عند أول عطل ${n}` }),
  }),
  card('emoji', {
    ...large,
    variables: (n) => ({ title: `Release ${n} 🎉 new engine 🚂 new colours 🎨 and a cake 🎂 for everyone 🥳` }),
  }),
  card('photo', { ...large, variables: (n) => ({ title: `${n} lighthouses to reach on foot before the first snow` }) }),
  card('list', { width: 1200, height: 1500, variables: (n) => ({ heading: `Kilometres in week ${n}` }) }),
  card('badge', { width: 400, height: 200, variables: (n) => ({ value: `${n} passed` }) }),
];

export const cardNamed = (name: string): Card => {
  const found = cards.find((one) => one.name === name);
  if (!found) throw new Error(`No card is called ${name}.`);
  return found;
};

/** Returns the card in other colours: a template that was never rendered. */
export const neverSeen = (original: Card, number: number): Card => ({
  ...original,
  source: original.source.replace(/#([0-9a-f]{6})\b/g, (_all, digits: string) => {
    const shifted = (Number.parseInt(digits, 16) + number * 0x030507) & 0xffffff;
    return `#${shifted.toString(16).padStart(6, '0')}`;
  }),
});
