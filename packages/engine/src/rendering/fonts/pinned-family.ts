import * as z from 'zod';

/** A family outside the core, in render plans and trees. */
export const pinnedFamily = z.object({
  family: z.string(),
  kind: z.enum(['sans', 'serif', 'mono', 'display', 'hand']),
  /** SHA-256 of its font pack in hex. Absent if it could not be fetched: a core family of the same kind is rendered. */
  pack: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});
