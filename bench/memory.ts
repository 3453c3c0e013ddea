import type { ImageFormat } from 'image-url-engine/image-formats.ts';
import { cards } from './cards.ts';
import { hostEngine } from './engine-host.ts';
import { memoryOfFamily } from './processes.ts';
import { formats } from './warm.ts';

/** Returns the megabytes of the render worker after some numbers of images of changing cards. */
export const measureMemory = async (marks: readonly number[]): Promise<Map<number, number>> => {
  const engine = await hostEngine('ours-takumi');
  if (typeof engine === 'string') throw new Error(engine);
  const found = new Map<number, number>();
  const last = Math.max(...marks);
  for (let rendered = 0; rendered < last; ) {
    const card = cards[(rendered / 10) % cards.length] as (typeof cards)[number];
    const format = formats[Math.floor(rendered / 10 / cards.length) % 3] as ImageFormat;
    const { error } = await engine.render({ card: card.name, format, first: rendered, count: 10 });
    if (error !== undefined) throw new Error(error);
    rendered += 10;
    if (marks.includes(rendered)) found.set(rendered, renderingProcess(engine.child.pid as number).now);
  }
  await engine.stop();
  return found;
};

/** Returns the peak megabytes of the render worker for one image of 4096 x 4096, and its milliseconds. */
export const measureLarge = async (format: ImageFormat) => {
  const engine = await hostEngine('ours-takumi');
  if (typeof engine === 'string') throw new Error(engine);
  const { times, error, length } = await engine.render({ card: 'article', format, first: 1, count: 1, size: 4096 });
  if (error !== undefined) throw new Error(error);
  const { peak } = renderingProcess(engine.child.pid as number);
  await engine.stop();
  return { peak, time: times[0] as number, length };
};

const renderingProcess = (parent: number) => {
  const found = memoryOfFamily(parent).find(({ command }) => command.includes('render-child'));
  if (!found) throw new Error('There is no render worker.');
  return found;
};
