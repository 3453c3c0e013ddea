import type { ImageFormat } from '../packages/engine/src/image-formats.ts';
import { cards } from './cards.ts';
import type { HostedEngine } from './engine-host.ts';
import { getSpread, type Timing } from './timing.ts';

export const formats: readonly ImageFormat[] = ['webp', 'jpeg', 'png'];

/** Times of one engine for one card in one format. */
export interface Measured {
  readonly engine: string;
  readonly card: string;
  readonly format: ImageFormat;
  readonly time: Timing;
  /** The same without evaluating the template, including messages between processes. */
  readonly rendering: Timing;
  /** Bytes of the last image. */
  readonly length: number;
  /** Median milliseconds by stage. */
  readonly stages: Readonly<Record<string, number>>;
}

export interface WarmSettings {
  /** Turns of each engine at each card and format, after one that is not measured; a single turn has none before it. */
  readonly turns: number;
  /** Images in one turn. */
  readonly images: number;
  readonly formats?: readonly ImageFormat[];
  readonly cards?: readonly string[];
  /** Renders templates that were never rendered, instead of the same ones with other variables. */
  readonly isNeverSeen?: boolean;
}

/**
 * Measures engines with every card and format, alternating forwards and backwards, so that a temporarily slow machine
 * affects all of them.
 */
export const measureWarm = async (engines: readonly HostedEngine[], settings: WarmSettings): Promise<Measured[]> => {
  const measured: Measured[] = [];
  const chosen = cards.filter(({ name }) => settings.cards?.includes(name) ?? true);
  let number = 10;
  for (const format of settings.formats ?? formats) {
    for (const card of chosen) {
      const taken = new Map(
        engines.map(({ label }) => [label, { times: [], rendered: [], stages: [], length: 0 } as Taken]),
      );
      for (let turn = -1; turn < settings.turns; turn += 1) {
        if (turn < 0 && settings.turns === 1) continue;
        const count = turn < 0 ? 3 : settings.images;
        for (const engine of turn % 2 === 0 ? engines : engines.toReversed()) {
          const answer = await engine.render({
            card: card.name,
            format,
            first: number,
            count,
            isNeverSeen: settings.isNeverSeen ?? false,
          });
          const own = taken.get(engine.label) as Taken;
          own.length = answer.length;
          if (turn >= 0) own.times.push(...answer.times);
          if (turn >= 0) own.rendered.push(...answer.rendered);
          if (turn >= 0) own.stages.push(...answer.stages);
        }
        number += count;
      }
      for (const [engine, { times, rendered, stages, length }] of taken) {
        const spreads = { time: getSpread(times), rendering: getSpread(rendered), stages: medianStages(stages) };
        measured.push({ engine, card: card.name, format, length, ...spreads });
      }
    }
  }
  return measured;
};

export const renderingAlone = (measured: Measured): Measured => ({ ...measured, time: measured.rendering });

interface Taken {
  readonly rendered: number[];
  readonly times: number[];
  readonly stages: Readonly<Record<string, number>>[];
  length: number;
}

const medianStages = (all: readonly Readonly<Record<string, number>>[]): Record<string, number> =>
  Object.fromEntries(
    Object.keys(all[0] ?? {}).map((stage) => [stage, getSpread(all.map((one) => one[stage] ?? 0)).median]),
  );
