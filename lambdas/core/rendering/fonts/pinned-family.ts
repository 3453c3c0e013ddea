import * as z from 'zod';

/** A family outside the core, as render plans and trees name it. */
export const pinnedFamily = z.object({
  family: z.string(),
  kind: z.enum(['sans', 'serif', 'mono', 'display', 'hand']),
  pack: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});
