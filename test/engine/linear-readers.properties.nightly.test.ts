import { expect, it } from 'vitest';
import { effort, figure } from '../support/effort.ts';
import { getGrowth, getText, hardText } from '../support/growth.ts';
import { randomFrom } from '../support/random.ts';
import { ofTree, readers } from './text-readers.ts';

it.each(Object.entries(readers))(
  'sixteen times the text takes about sixteen times the time: %s',
  (name, { read, words, limit = ofTree, known = [] }) => {
    const random = randomFrom(Number(process.env.SEED ?? 1));
    const tries = Number(process.env.TRIES ?? effort(15, 400));
    const texts = [...known, ...Array.from({ length: tries }, () => hardText(random, words))];

    for (const text of texts) {
      const growth = getGrowth(read, text, Math.min(limit, effort(100_000, 1_000_000)));
      expect(growth, JSON.stringify(getText(text, 60).slice(0, 120))).toBeUndefined();
    }

    figure(`${name}: hard texts read in time`, texts.length);
  },
);
