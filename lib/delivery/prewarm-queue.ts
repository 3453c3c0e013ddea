import type { Construct } from 'constructs';
import type { Access } from '../api/access.ts';
import { FunctionQueue } from '../api/function-queue.ts';

/** Queue of images to render ahead. Few are rendered at once, so that client requests have enough concurrency. */
export class PrewarmQueue extends FunctionQueue {
  readonly access: Pick<Access, 'PREWARM_QUEUE'>;

  constructor(scope: Construct, id: string) {
    super(scope, id, { functionId: 'prewarmImage', undeliveredDays: 7 });
    this.access = { PREWARM_QUEUE: { value: this.queue.queueUrl, arns: [this.queue.queueArn] } };
  }
}
