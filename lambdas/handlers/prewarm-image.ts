import * as z from 'zod';
import { connect } from '../aws/connect.ts';
import { httpImageHost } from '../aws/http/image-host.ts';
import { inTime } from '../http/deadline.ts';
import { runtime } from '../runtime/runtime.ts';
import { prewarmImage } from '../usecases/images/prewarm-image.ts';

const ports = connect('prewarmImage', {
  'images:request': httpImageHost,
});

/** What the queue hands over: one message at a time. */
const event = z.object({ Records: z.array(z.object({ body: z.string() })).length(1) });
const order = z.object({ url: z.url() });

/** Renders an image that a mint ordered with `prewarm`. If the outcome is unknown, the message returns to the queue. */
export const handler = inTime((given: unknown, _context?: unknown) => {
  const [record] = event.parse(given).Records;
  return prewarmImage(ports, runtime, order.parse(JSON.parse(record?.body ?? '')).url);
});
