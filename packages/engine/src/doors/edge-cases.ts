/** A door: edge cases of variables and the kinds of values; it runs in browsers too. */
export { applyEdgeCase, edgeCases, getKind, type Kind } from '../template/edge-cases/edge-cases.ts';
