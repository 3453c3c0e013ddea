import type { Keyring } from '../core/signing/keyring.ts';
import type { Keys, World } from '../ports/ports.ts';

/** The keyring; that it could not be read anew is told to operators only. */
export const readKeyring = (keys: Keys, world: Pick<World, 'log' | 'count'>): Promise<Keyring> =>
  keys.keyring((cause) => {
    world.log('error', 'signing keys not read anew', { cause });
    world.count({ StaleKeyrings: 1 });
  });
