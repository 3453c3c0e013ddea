import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import GithubSlugger from 'github-slugger';

/** The user documents, by file name in `docs`, with their subject. They are part of the package. */
export const documents = {
  agents: 'adding the service to an agent, and how an agent works with it',
  templates: 'variables, options, layout, text, fonts, images, errors and warnings',
  starters: 'the templates that come with the service, with their variables',
  cli: 'templates in git: commands, settings, conflicts, cases, CI',
  frameworks: 'image URLs in HTML, Next, Astro, SvelteKit and Nuxt',
  interface: 'the HTTP interface: templates, minting, signed URLs, fonts, revoking, limits',
  errors: 'every error code',
  'client-classes': 'which client gets which image: link previewers and all others',
} as const;
export type DocumentName = keyof typeof documents;

/** A part of a document under a heading of the second level. The part before the first one has the document's title. */
export interface Section {
  /** `templates`, or `templates#variables`. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

const fenced = /^```[\s\S]*?^```/gm;
/** Comments and marks of generated text. */
const comments = /^<!--[\s\S]*?-->\n/gm;

/** Splits a document at its headings of the second level. */
export const getSections = (name: string, document: string): Section[] => {
  const text = document.replace(comments, '');
  const code = [...text.matchAll(fenced)].map(({ index, 0: block }) => [index, index + block.length] as const);
  const isCode = (at: number) => code.some(([from, to]) => from < at && at < to);
  const cuts = [...text.matchAll(/^## /gm)].map(({ index }) => index).filter((at) => !isCode(at));
  const slugger = new GithubSlugger();
  return [0, ...cuts].map((from, n) => {
    const part = text.slice(from, cuts[n]).trim();
    const title = /^#+ +(.+)/.exec(part)?.[1] ?? name;
    return { id: n === 0 ? name : `${name}#${slugger.slug(title)}`, title, text: part };
  });
};

/** Next to the program in the package; in the repository, the documents' own folder. */
const folder = [join(import.meta.dirname, 'docs'), join(import.meta.dirname, '../../../../docs')].find(existsSync);

export const allSections = async (): Promise<readonly Section[]> => {
  const names = Object.keys(documents);
  const texts = await Promise.all(names.map((name) => readFile(join(folder ?? '', `${name}.md`), 'utf8')));
  return texts.flatMap((text, n) => getSections(names[n] ?? '', text));
};
