import * as z from 'zod';

/** A family outside the core, in render plans and trees. */
export const pinnedFamily = z.object({
  family: z.string(),
  kind: z.enum(['sans', 'serif', 'mono', 'display', 'hand']),
  pack: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});
