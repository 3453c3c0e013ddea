import * as z from 'zod';
import { wrongUse } from '../failure.ts';
import { text } from './blocks.ts';
import { allSections, documents } from './documents.ts';
import { tool } from './tool.ts';

const readDocs = tool({
  name: 'read_docs',
  description: `The manual by section; without one, the list of sections. Documents: ${Object.keys(documents).join(', ')}.`,
  isReadOnly: true,
  input: z.strictObject({ section: z.string().optional().describe('like templates#layout') }),
  run: async (_, { section }) => {
    const sections = await allSections();
    if (section === undefined) return [text(sections.map(({ id, title }) => `${id}: ${title}`).join('\n'))];
    const found = sections.find(({ id }) => id === section);
    if (found) return [text(found.text)];
    const near = sections.filter(({ id }) => id.split('#')[0] === section.split('#')[0]).map(({ id }) => id);
    const known = near.length > 0 ? near : Object.keys(documents);
    throw wrongUse(
      'NO_SUCH_SECTION',
      `There is no section ${JSON.stringify(section)}; there are: ${known.join(', ')}.`,
    );
  },
});

export const documentationTools = [readDocs];
