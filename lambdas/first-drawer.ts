import { readOwnEnvironment } from './environment.ts';
import { warmDrawer } from './isolation/draw/draw.ts';

// Imported before everything else of a function: its drawing process starts while the rest loads, and a first drawing finds it.
warmDrawer(readOwnEnvironment().DEFAULT_ENGINE).catch(() => {});
