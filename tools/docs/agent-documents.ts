import { readFile } from 'node:fs/promises';
import { type DocumentName, documents, getSections, type Section } from '../../packages/cli/src/mcp/documents.ts';

const read = (name: string): Promise<string> => readFile(`docs/${name}.md`, 'utf8');

/** Sections that an agent needs before it begins; it reads all others on demand. */
const inSkill: readonly (readonly [DocumentName, string])[] = [
  ['agents', 'agents#how-an-agent-works-with-it'],
  ['templates', 'templates'],
  ['templates', 'templates#what-runs'],
];

const description =
  'Create images for links and pages (Open Graph cards, social images) with the image URL service: write or choose a JSX template, check it by its image, mint a signed image URL. Use when a site needs og:image tags, or when a template of the service has to be written or changed.';

/** Removes links, because the skill is installed without the other documents. */
const stripLinks = (text: string): string =>
  text.replace(/^!\[[^\]]*\]\([^)]*\)\n*/gm, '').replace(/\[([^\]]+)\]\((?!\w+:)[^)]*\)/g, '$1');

const asPart = ({ id, text }: Section): string =>
  stripLinks(id.includes('#') ? text : text.replace(/^# .*/, '## What a template is'));

export const skillDocument = async (): Promise<string> => {
  const parts = await Promise.all(
    inSkill.map(async ([name, id]) => {
      const section = getSections(name, await read(name)).find((one) => one.id === id);
      if (!section) throw new Error(`docs/${name}.md has no section ${id}.`);
      return asPart(section);
    }),
  );
  const head = `---\nname: image-url\ndescription: ${JSON.stringify(description)}\n---\n\n<!-- made by npm run docs from the documents; do not edit -->\n\n# Images by URL\n`;
  return `${[head.trimEnd(), ...parts.map((part) => part.trim())].join('\n\n')}\n`;
};

/** Returns the first paragraph of the README, below its title. */
const getSummary = (readme: string): string => {
  const [, paragraph = ''] = /^# .+\n+([\s\S]*?)\n\n/m.exec(readme) ?? [];
  return stripLinks(paragraph).replaceAll('\n', ' ');
};

/** Returns `docs/llms.txt`: the documents, for programs. */
export const llmsDocument = async (): Promise<string> => {
  const rows = Object.entries(documents).map(async ([name, about]) => {
    const [{ title } = { title: name }] = getSections(name, await read(name));
    return `- [${title}](${name}.md): ${about}`;
  });
  const readme = await readFile('README.md', 'utf8');
  const title = /^# (.+)$/m.exec(readme)?.[1];
  return `# ${title}\n\n> ${getSummary(readme)}\n\n## Documents\n\n${(await Promise.all(rows)).join('\n')}\n- [OpenAPI](openapi.json): the interface for programs\n`;
};
