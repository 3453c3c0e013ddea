import { setTimeout } from 'node:timers/promises';
import { type ConverseAnswer, type ConverseRequest, throttled } from '../../local/bedrock.ts';

const sized = (width: number, height: number): string => `export const options = { width: ${width}, height: ${height} };
export default function Card({ title = 'Generated' }) {
  return (
    <div style={{ width: '100%', height: '100%', display: 'flex', padding: '8%', border: '12px solid #111', background: '#fff', color: '#111' }}>
      <div fit={[40, ${Math.round(width / 8)}]} style={{ flex: 1, overflow: 'hidden', overflowWrap: 'anywhere' }}>{title}</div>
    </div>
  );
}`;
const overflowing = `export const options = { width: 1200, height: 630 };
export default function Card({ title = 'A headline that is too long for its box' }) {
  return <div style={{ width: 300, height: 60, fontSize: 60, background: '#fff', color: '#111' }}>{title}</div>;
}`;
const fenced = (code: string): ConverseAnswer => ({ text: `Here it is:\n\`\`\`jsx\n${code}\n\`\`\`` });
const broken = 'export default function Card() { return <div>; }';
const unrenderable = `export default function Card() { return <div>{'x'.repeat(1500)}{'y'.repeat(2001)}</div>; }`;

let throttles = 0;

/** A model that does what the prompt says: each of its ways to answer has a prompt of its own. */
export const scriptedAuthor = async ({ messages, system }: ConverseRequest): Promise<ConverseAnswer> => {
  const blocks = messages[0]?.content ?? [];
  const message = blocks.filter((block) => 'text' in block);
  // what is asked for comes last
  const prompt = message.at(-1)?.text ?? '';
  const images = blocks.filter((block) => 'image' in block).length;
  const repairs = (messages.length - 1) / 2;
  const has = (word: string): boolean => prompt.includes(word);

  if (has('no access'))
    return { error: 'AccessDeniedException', status: 403, message: 'You do not have access to arn:aws:bedrock:x' };
  if (has('prose')) return { text: 'I would rather write a poem.' };
  if (has('always broken')) return fenced(broken);
  if (has('repaired once') && repairs < 1) return fenced(broken);
  if (has('repaired twice') && repairs < 2) return fenced(broken);
  if (has('undrawable')) return fenced(unrenderable);
  if (has('server error')) return { error: 'InternalServerException', status: 500 };
  if (has('throttled twice') && throttles < 2) {
    throttles += 1;
    return throttled;
  }
  if (has('waits for a cancel')) return 'stall';
  if (has('slow')) await setTimeout(7_000);
  if (has('long note'))
    return fenced(
      sized(1200, 630)
        .replace("'Generated' }", "'Generated', note = 'x'.repeat(2_000) }")
        .replace('<div fit', '<div title={note} fit'),
    );
  if (has('nonsense')) return { nonsense: '<html>' };
  const subject = /```jsx\n([\s\S]*?)\n```/.exec(message[0]?.text ?? '')?.[1];
  if (has('what is before me'))
    return fenced(sized(1200, 630).replace('Generated', `code ${subject !== undefined}, ${images} images`));
  if (has('the same again')) return fenced(subject ?? '');
  if (has('in other words')) return fenced(sized(1200, 630).replaceAll('title', 'headline'));
  if (has('overflows at first')) {
    if (repairs < 1) return fenced(overflowing);
    // it is sent the line and the image
    const reported = messages.at(-1)?.content ?? [];
    const [, line = 'none'] = /Line (\d+),.*overflows/.exec(JSON.stringify(reported)) ?? [];
    const shown = reported.filter((block) => 'image' in block).length;
    return fenced(sized(1200, 630).replace('Generated', `line ${line}, ${shown} images`));
  }
  if (has('count images'))
    return fenced(sized(1200, 630).replace('Generated', `${images} images, ${system?.length ?? 0} system`));
  const [, family] = /in the family ([\w ]+)/.exec(prompt) ?? [];
  if (family !== undefined) return fenced(sized(1200, 630).replace('padding', `fontFamily: '${family}', padding`));
  const [, width = '1200', height = '630'] = /Size: (\d+) x (\d+)/.exec(prompt) ?? [];
  return fenced(sized(Number(width), Number(height)));
};
