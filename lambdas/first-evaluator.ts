import { warmEvaluator } from './isolation/evaluate/evaluate.ts';

// Imported before everything else of a function: its evaluator starts while the rest loads, and a first template finds it.
warmEvaluator().catch(() => {});
