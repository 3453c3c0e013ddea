export { type EngineName, engineNames, usualEngine } from '../engine-names.ts';
