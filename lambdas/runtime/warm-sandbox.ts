import { warmSandbox } from 'image-url-engine/workers.ts';

// Imported before everything else of a function, so that the sandbox starts while the rest loads.
warmSandbox(1).catch(() => {});
