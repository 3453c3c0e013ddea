import { extname } from 'node:path';
import { canonicalAddress, isUnencrypted } from '../addresses.ts';
import { configFile } from '../config.ts';
import type { Answer, Context } from '../context.ts';
import { confirmAddress } from '../credentials.ts';
import { wrongUse } from '../failure.ts';
import { createIgnoreFile, readInside, writeInside } from '../project-files.ts';
import { readStarter } from '../starters.ts';

const firstCard = `export const options = { width: 1200, height: 630, format: 'webp' };

export default function Card({ title = 'A title that says what the page is about', author = 'Who wrote it' }: { title?: string; author?: string }) {
  return (
    <div
      style={{
        width: '100%',
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'space-between',
        padding: 80,
        backgroundImage: 'linear-gradient(135deg, #0f172a, #1e3a8a)',
        color: 'white',
      }}
    >
      <div style={{ fontSize: 76, fontWeight: 700, lineHeight: 1.1 }}>{title}</div>
      {author && <div style={{ fontSize: 34, color: '#bfdbfe' }}>{author}</div>}
    </div>
  );
}
`;

/**
 * `image-url init`: creates the files of a new project, with a first card or a copy of a starter. Existing files are
 * unchanged.
 */
export const init = async ({ cwd, environment }: Context, baseUrl: string, starter?: string): Promise<Answer> => {
  if (canonicalAddress(baseUrl) === undefined)
    throw wrongUse('INVALID_BASE_URL', `${baseUrl} is not an address like https://api.example.com.`);
  const first = starter === undefined ? undefined : await readStarter(starter);
  const templates = first ? 'cards/*.{jsx,tsx}' : 'cards/*.tsx';
  const files: Record<string, string> = {
    [configFile]: `${JSON.stringify({ baseUrl, templates }, null, 2)}\n`,
    [first ? `cards/${first.name}.jsx` : 'cards/card.tsx']: first?.code ?? firstCard,
  };
  const written: string[] = [];
  for (const [name, content] of Object.entries(files)) {
    const endings = [extname(name)];
    if (await readInside(cwd, name, endings)) continue;
    await writeInside(cwd, name, endings, content);
    written.push(name);
  }
  // keys; reports of `test` and `diff`, and the client's cache
  if (await createIgnoreFile(cwd, ['.env*', '!.env.example', '.image-url/', '.cache/', 'node_modules/']))
    written.push('.gitignore');
  // naming the address here confirms it
  if (written.includes(configFile) && !isUnencrypted(baseUrl)) confirmAddress(environment, baseUrl);
  const lines = [
    ...(written.length > 0 ? written.map((name) => `wrote ${name}`) : ['everything is there already']),
    'image-url check looks at it; image-url push sends it to the service.',
  ];
  return { json: { written }, text: lines.join('\n') };
};
