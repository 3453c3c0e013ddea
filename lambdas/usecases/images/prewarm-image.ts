import type { PortsOf } from '../../ports/ports.ts';
import type { Runtime } from '../../ports/runtime.ts';

/** Longer than a rendering takes with all that may come before it. */
const withinMs = 50_000;

/**
 * Has the image of a minted URL rendered as its first reader would, who then finds it in the object cache.
 *
 * @throws Error where nothing is known of the image: it is asked for again.
 */
export const prewarmImage = async (ports: PortsOf<'prewarmImage'>, runtime: Runtime, url: string): Promise<void> => {
  let outcome = 'unknown';
  let cause: unknown;
  try {
    outcome = await ports['images:request'].request(url, withinMs);
  } catch (error) {
    cause = error;
  }
  if (outcome === 'drawn') return runtime.count({ Prewarms: 1 });
  const { searchParams } = new URL(url);
  // no signature, no variables
  const [templateId, uid, rv] = ['templateId', 'uid', 'rv'].map((name) => searchParams.get(name));
  runtime.log('error', 'image not prewarmed', {
    outcome,
    templateId,
    uid,
    rv,
    ...(cause !== undefined && { cause }),
  });
  runtime.count({ FailedPrewarms: 1 });
  if (outcome === 'unknown') throw new Error('Nothing is known of the image.', { cause });
};
