import { createHash } from 'node:crypto';
import { cards } from './cards.ts';
import { type HostedEngine, hostEngine } from './engine-host.ts';
import { formats } from './warm.ts';

/**
 * Draws the same trees in processes that drew different things before, and counts pictures that are not the same bytes
 * everywhere.
 */
export const compareBytes = async (
  pictures: number,
): Promise<{ readonly compared: number; readonly different: number }> => {
  const started = await Promise.all([hostEngine('ours'), hostEngine('ours')]);
  const engines = started.filter((engine): engine is HostedEngine => typeof engine !== 'string');
  const [one, other] = engines as [HostedEngine, HostedEngine];
  const hashes = new Map<string, string>();
  let [compared, different] = [0, 0];
  const orders = Array.from({ length: pictures }, (_, number) => ({
    card: (cards[number % cards.length] as (typeof cards)[number]).name,
    format: formats[Math.floor(number / cards.length) % formats.length] as (typeof formats)[number],
    first: Math.floor(number / cards.length / formats.length),
  }));
  const hash = async (engine: HostedEngine, order: (typeof orders)[number]) => {
    const { bytes, error } = await engine.draw({ ...order, count: 1, sends: true });
    if (!bytes) throw new Error(error ?? 'no picture');
    return createHash('sha256').update(bytes).digest('hex');
  };
  for (const order of orders) hashes.set(JSON.stringify(order), await hash(one, order));
  // Backwards, so that each picture comes after others than it did there.
  for (const order of orders.toReversed()) {
    compared += 1;
    if ((await hash(other, order)) !== hashes.get(JSON.stringify(order))) different += 1;
  }
  await Promise.all(engines.map((engine) => engine.stop()));
  return { compared, different };
};
