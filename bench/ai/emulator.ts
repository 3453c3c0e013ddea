import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type ConverseRequest, startBedrock } from '../../local/bedrock.ts';
import { getCredentials } from '../../local/local-cloud.ts';

const usage =
  'node bench/ai/emulator.ts [--data .local] [--port 0] ANSWER...   files, given one after another, the last of them again';

const { values, positionals } = parseArgs({
  options: { data: { type: 'string', default: '.local' }, port: { type: 'string', default: '0' } },
  allowPositionals: true,
});
if (positionals.length === 0) {
  console.error(usage);
  process.exit(2);
}

const dataDir = resolve(values.data);
const folder = join(dataDir, 'model');
await mkdir(folder, { recursive: true });

/** Writes the last message to the model: its text in one file, each image in its own. */
const store = async ({ messages }: ConverseRequest, name: string): Promise<void> => {
  const last = messages.at(-1)?.content ?? [];
  const words = last.map((block) => ('text' in block ? block.text : '[image]')).join('\n');
  await writeFile(join(folder, `${name}.txt`), words);
  for (const [n, block] of last.entries())
    if ('image' in block) await writeFile(join(folder, `${name}-${n}.${block.image.format}`), block.image.source.bytes);
};

const bedrock = await startBedrock({
  port: Number(values.port),
  credentials: () => getCredentials(dataDir),
  answer: async (request) => {
    // the second request of a template contains one answer
    const iteration = (request.messages.length - 1) / 2;
    await store(request, `round-${iteration + 1}`);
    const file = positionals[Math.min(iteration, positionals.length - 1)] ?? '';
    return { text: `\`\`\`jsx\n${await readFile(file, 'utf8')}\n\`\`\`` };
  },
});
console.log(bedrock.url);
