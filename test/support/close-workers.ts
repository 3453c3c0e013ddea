import { closeRenderWorkers } from '#engine/isolation/render/render.ts';
import { closeSandboxes } from '#engine/isolation/sandbox/evaluate.ts';

/** Ends the render workers and the sandboxes that a test file started: for `afterAll`. */
export const closeWorkers = async (): Promise<void> => {
  await Promise.all([closeRenderWorkers(), closeSandboxes()]);
};
