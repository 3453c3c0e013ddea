import { warmRenderWorker } from 'image-url-engine/workers.ts';
import { readOwnEnvironment } from '../config/environment.ts';

// Imported before everything else of a function, so that the render worker starts while the rest loads.
warmRenderWorker(readOwnEnvironment().DEFAULT_ENGINE, 1).catch(() => {});
