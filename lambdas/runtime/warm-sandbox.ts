import { warmSandbox } from '../isolation/sandbox/evaluate.ts';

// Imported before everything else of a function: its sandbox starts while the rest loads, and a first template finds it.
warmSandbox().catch(() => {});
