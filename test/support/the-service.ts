import { inject } from 'vitest';
import { readStarted } from './started.ts';

/** The one running service of this run. */
export const { address: service } = await readStarted(inject('service'));
