export { CodedError, engineErrors } from '../errors.ts';
export { getFailureText, type RenderFailureCause, RenderJobError } from '../isolation/render/failure.ts';
