import { shareWorkers } from '#engine/isolation/shared-workers.ts';

// an engine or a command that ends would end the workers, and the next test would start them again
shareWorkers(1);
