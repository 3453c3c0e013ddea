export const authors: ReadonlyMap<string, string> = new Map([
  ['ida-holm', 'Ida Holm'],
  ['jonas-weiss', 'Jonas Weiß'],
  ['mei-tanaka', 'Mei Tanaka'],
]);
