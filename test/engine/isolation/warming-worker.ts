/** A worker that warms up until a job has come. Its answers are what happened before. */
import { once } from 'node:events';
import { serve } from '#engine/isolation/worker/serve.ts';

const events: string[] = [];

serve(
  async (job: string) => {
    events.push(job);
    return { answer: [...events], isExhausted: false };
  },
  {
    maxRuntimeBytes: Number.POSITIVE_INFINITY,
    warm: async () => {
      process.send?.({ kind: 'warming' });
      await once(process, 'message');
      events.push('warm');
    },
  },
);
