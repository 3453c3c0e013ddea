import { readOwnEnvironment } from '../config/environment.ts';
import { warmRenderWorker } from '../isolation/render/render.ts';

// Imported before everything else of a function: its render worker starts while the rest loads, and a first rendering finds it.
warmRenderWorker(readOwnEnvironment().DEFAULT_ENGINE).catch(() => {});
