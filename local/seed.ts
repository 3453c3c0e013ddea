import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { createAccount, createKey } from '../admin/administer-accounts.ts';
import type { AdminStore } from '../admin/store.ts';
import type { Runtime } from '../lambdas/ports/runtime.ts';
import { writeAtomically } from './write-atomically.ts';

const developer = z.object({ accountId: z.string(), apiKey: z.string() });
export type Developer = z.output<typeof developer>;

const readOr = async (path: string, otherwise: () => Promise<string>): Promise<string> => {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return otherwise();
    throw error;
  }
};

/** Returns the developer's account, on the largest plan, and its key; stored with the data. */
export const seedDeveloper = async (dataDir: string, store: AdminStore, runtime: Runtime): Promise<Developer> => {
  const file = join(dataDir, 'developer.json');
  const text = await readOr(file, async () => {
    const { accountId } = await createAccount(store, runtime, { plan: 'scale' });
    const { apiKey } = await createKey(store, runtime, accountId);
    const made = JSON.stringify({ accountId, apiKey });
    await writeAtomically(file, made);
    return made;
  });
  return developer.parse(JSON.parse(text));
};
