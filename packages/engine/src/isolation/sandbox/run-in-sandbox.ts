import { createHash } from 'node:crypto';
import type { Json } from '../../json.ts';
import { truncate } from '../../truncate.ts';
import { mayBeTree, treeLimits } from '../../vnode/tree-limits.ts';
import type { Served } from '../worker/serve.ts';
import {
  type Evaluation,
  type EvaluationFailure,
  type EvaluationRequest,
  type Inspection,
  outOfMemory,
  outOfTime,
} from './evaluation.ts';
import type { Seed } from './runtime/chance.ts';
import type { SandboxAnswer } from './runtime/run.ts';
import { type SandboxCall, type SandboxRuntime, scriptName, threadTime, toModule } from './sandbox-runtime.ts';
import { getTree, NoTree, plainData, TooLarge } from './tree.ts';

/** Runs a render plan's script with variables. */
export const evaluateInSandbox = (
  runtime: SandboxRuntime,
  request: EvaluationRequest,
  timeMs: number,
): Served<Evaluation> => {
  const { variables, anyShapes = {} } = request;
  const deadline = threadTime() + timeMs;
  const call = (retainsSourcePositions: boolean): SandboxCall => ({
    entry: 'evaluate',
    script: request.script,
    clock: request.clock,
    settings: { seed: getSeed(request.seed), retainsSourcePositions, variables, anyShapes },
    deadline,
  });
  const getEvaluation = (answer: SandboxAnswer, consultsClock: boolean): Evaluation => {
    if (!('tree' in answer)) throw new NoTree();
    const tree = getTree(answer.tree, request.hasPositions);
    // the mark of the options, whatever the template itself writes
    const { preflight: _, ...props } = tree.props;
    const marked = request.preflight ? { ...props, preflight: true } : props;
    // in the order of the tree, whose bytes are compared with those of earlier mints
    return { ok: true, tree: { ...tree, props: marked }, consultsClock };
  };
  const first = runInSandbox(runtime, call(false), getEvaluation);
  const { answer } = first;
  const isUnlocated = !answer.ok && answer.reason === 'threw' && answer.line === undefined;
  // evaluation is deterministic, so a second run can record where elements are created
  return isUnlocated && !first.isExhausted ? runInSandbox(runtime, call(true), getEvaluation) : first;
};

/** Runs a module for its options and the defaults of its variables. */
export const inspectInSandbox = (
  runtime: SandboxRuntime,
  script: string,
  clock: number,
  timeMs: number,
): Served<Inspection> => {
  const settings = { seed: getSeed(''), retainsSourcePositions: false, variables: {}, anyShapes: {} };
  const deadline = threadTime() + timeMs;
  return runInSandbox(runtime, { entry: 'inspect', script, clock, settings, deadline }, getInspection);
};

const getSeed = (seed: string): Seed => {
  const hash = createHash('sha256').update(seed).digest();
  return [hash.readUInt32LE(0), hash.readUInt32LE(4), hash.readUInt32LE(8), hash.readUInt32LE(12)];
};

const runInSandbox = <Success>(
  runtime: SandboxRuntime,
  call: SandboxCall,
  read: (answer: SandboxAnswer, consultsClock: boolean) => Success,
): Served<Success | EvaluationFailure> => {
  const end = runtime.call(call);
  if ('text' in end) return { answer: getResult(end, call.script, read), isExhausted: runtime.isExhausted() };
  if (end.ranOut === 'memory') return { answer: outOfMemory, isExhausted: true };
  return { answer: { ...outOfTime, ...parsePosition(end.stack) }, isExhausted: true };
};

const getResult = <Success>(
  { text, consultsClock }: { readonly text: string; readonly consultsClock: boolean },
  script: string,
  read: (answer: SandboxAnswer, consultsClock: boolean) => Success,
): Success | EvaluationFailure => {
  if (text.length > treeLimits.bytes || !mayBeTree(text))
    return { ok: false, reason: 'size', message: 'The image holds too much.' };
  try {
    const answer = JSON.parse(text) as SandboxAnswer;
    return 'threw' in answer ? getFailure(answer.threw, script) : read(answer, consultsClock);
  } catch (error) {
    if (error instanceof TooLarge) return { ok: false, reason: 'size', message: error.message, ...error.position };
    // other errors come from an answer that the template forged
    if (error instanceof NoTree || error instanceof SyntaxError || error instanceof TypeError)
      return { ok: false, reason: 'threw', message: new NoTree().message };
    throw error;
  }
};

const getInspection = (answer: SandboxAnswer): Inspection => {
  if (!('defaults' in answer)) throw new NoTree();
  return {
    ok: true,
    options: answer.options === undefined ? undefined : plainData(answer.options),
    defaults: plainData(answer.defaults) as Record<string, Json>,
    notData: plainData(answer.notData) as string[],
  };
};

const getFailure = (thrown: Extract<SandboxAnswer, { threw: unknown }>['threw'], script: string): EvaluationFailure => {
  const [name, original, where] = [thrown.name, thrown.message, thrown.where].map(String);
  const message = original === 'not a function' ? `${getCallee(where, script)}${original}` : original;
  const position = parsePosition(where);
  if (name === 'TooLarge') return { ok: false, reason: 'size', message: cleanMessage(message), ...position };
  return {
    ok: false,
    reason: 'threw',
    message: cleanMessage(name === 'Error' ? message : `${name}: ${message}`),
    ...position,
  };
};

/**
 * Returns the text before the interpreter's "not a function", such as "items.map is "; empty if the failed call is not in
 * the template, or what it calls has no name.
 */
const getCallee = (where = '', script: string): string => {
  const [, line, column] = new RegExp(`^\\s*at [^\\n(]*\\(${scriptName}:(\\d{1,6}):(\\d{1,6})\\)`).exec(where) ?? [];
  const before = toModule(script)
    .split('\n')
    .at(Number(line) - 1)
    ?.slice(0, Number(column) - 1);
  const callee = before
    ?.split(/[^\w$.]/)
    .at(-1)
    ?.replace(/^\./, '');
  return callee ? `${callee} is ` : '';
};

/** Returns the innermost line of the template in a stack; columns would be those of the script. */
const parsePosition = (stack = ''): { line: number } | undefined => {
  const line = new RegExp(`[( ]${scriptName}:(\\d{1,6})\\b`).exec(stack)?.[1];
  return line === undefined ? undefined : { line: Number(line) };
};

/** Returns a message for logs and terminals: shortened, without control characters. */
const cleanMessage = (message = ''): string => truncate(message.replaceAll(/\p{Cc}+/gu, ' ').toWellFormed(), 500);
