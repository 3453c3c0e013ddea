export { type IsolatedProgram, isolatedPrograms } from '../isolated-programs.ts';
