import type { ImageFormat } from '../packages/engine/src/image-formats.ts';
import { cards } from './cards.ts';
import { type HostedEngine, hostEngine } from './engine-host.ts';
import { ownEngines } from './engines/index.ts';
import type { Measurement } from './measurement.ts';
import { memoryOfFamily } from './processes.ts';
import { table } from './report.ts';
import type { PartSettings } from './settings.ts';
import { formats } from './warm.ts';

/** Measures the memory of the render worker after some numbers of images of changing cards. */
export const measureMemory = async ({ memoryMarks: marks }: PartSettings): Promise<Measurement> => {
  const found: string[][] = [];
  for (const name of ownEngines) {
    const engine = await hostEngine(name);
    const row: string[] = [];
    for (let rendered = 0; rendered < Math.max(...marks); ) {
      const card = cards[(rendered / 10) % cards.length] as (typeof cards)[number];
      const format = formats[Math.floor(rendered / 10 / cards.length) % 3] as ImageFormat;
      await engine.render({ card: card.name, format, first: rendered, count: 10 });
      rendered += 10;
      if (marks.includes(rendered)) row.push(megabytes(renderingProcess(engine).now));
    }
    await engine.stop();
    found.push([name, ...row]);
  }
  return { text: table(['images rendered', ...marks.map(String)], found) };
};

/** Measures the peak memory of the render worker for one large image, its time and size. */
export const measureLarge = async ({ largePx }: PartSettings): Promise<Measurement> => {
  const rows: string[][] = [];
  for (const name of ownEngines) {
    const row: string[] = [];
    for (const format of formats) {
      const engine = await hostEngine(name);
      const { times, length } = await engine.render({ card: 'article', format, first: 1, count: 1, size: largePx });
      const peak = megabytes(renderingProcess(engine).peak);
      await engine.stop();
      row.push(`${peak}, ${(times[0] ?? Number.NaN).toFixed(0)} ms, ${(length / 1024).toFixed(0)} KB`);
    }
    rows.push([name, ...row]);
  }
  return {
    text: table([`${largePx} x ${largePx}: highest memory of the render worker, time, size`, ...formats], rows),
  };
};

const megabytes = (count: number): string => `${count.toFixed(0)} MB`;

const renderingProcess = ({ child }: HostedEngine) => {
  const found = memoryOfFamily(child.pid as number).find(({ command }) => command.includes('render-child'));
  if (!found) throw new Error('There is no render worker.');
  return found;
};
