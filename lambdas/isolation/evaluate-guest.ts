import { createHash } from 'node:crypto';
import quickJsDefault from '@jitl/quickjs-wasmfile-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSSyncVariant,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core';
import type { Json } from '../contract/schemas/mint.ts';
import { treeLimits } from '../core/vnode/limits.ts';
import { answerHostCall } from './evaluate-host-calls.ts';
import { NoTree, plainData, TooLarge, treeOf } from './evaluate-tree.ts';
import type { Evaluation, EvaluationFailure, EvaluationRequest, Inspection } from './evaluation.ts';
import { prelude } from './guest/prelude.ts';
import type { GuestAnswer } from './guest/run.ts';

// the package's types describe its CommonJS form, where the default is one level further in
const quickJsVariant = quickJsDefault as unknown as QuickJSSyncVariant;

const pageBytes = 65_536;
/** What a guest may allocate; the ceiling of the memory itself holds where the guest's own accounting does not. */
const guestBytes = 64 << 20;
const ceilingPages = (96 << 20) / pageBytes;
const guestStackBytes = 512 << 10;
/** A machine whose memory has grown past this is given back: WebAssembly memory never shrinks. */
const wornBytes = 48 << 20;
/** Longest answer of a guest that is looked at at all, in UTF-16 code units. */
const answerCharacters = 4 * treeLimits.characters;
const scriptName = 'template';

/** A QuickJS module; each run gets a fresh runtime in it. */
export interface Machine {
  readonly module: QuickJSWASMModule;
  readonly memory: WebAssembly.Memory;
}

/** A result, and whether the machine must not be used again. */
export interface Ran<Result> {
  readonly result: Result;
  readonly isWorn: boolean;
}

export const openMachine = async (): Promise<Machine> => {
  const memory = new WebAssembly.Memory({ initial: 256, maximum: ceilingPages });
  const module = await newQuickJSWASMModuleFromVariant(newVariant(quickJsVariant, { wasmMemory: memory }));
  return { module, memory };
};

/** One call of a script inside a guest. */
interface GuestCall {
  readonly entry: 'evaluate' | 'inspect';
  readonly script: string;
  readonly given: readonly string[];
  readonly settings: { clock: number; seed: readonly number[]; keepsPlaces: boolean };
  /** Milliseconds by `performance.now()`. */
  readonly deadline: number;
}

/** Runs a plan's script for some variables. */
export const evaluateInGuest = (machine: Machine, request: EvaluationRequest, timeMs: number): Ran<Evaluation> => {
  const deadline = performance.now() + timeMs;
  const call = (keepsPlaces: boolean): GuestCall => ({
    entry: 'evaluate',
    script: request.script,
    given: [JSON.stringify(plainData(request.variables)), JSON.stringify(request.standIns ?? {})],
    settings: { clock: request.clock, seed: seedOf(request.seed), keepsPlaces },
    deadline,
  });
  const first = runGuest(machine, call(false), evaluationOf);
  const { result } = first;
  const isUnlocated = !result.ok && result.reason === 'threw' && result.line === undefined;
  // the same again, since nothing in it is left to chance, this time noting where elements are made
  return isUnlocated && !first.isWorn ? runGuest(machine, call(true), evaluationOf) : first;
};

/** Asks a script what it says of itself. */
export const inspectInGuest = (machine: Machine, script: string, clock: number, timeMs: number): Ran<Inspection> => {
  const settings = { clock, seed: seedOf(''), keepsPlaces: false };
  const deadline = performance.now() + timeMs;
  return runGuest(machine, { entry: 'inspect', script, given: [], settings, deadline }, inspectionOf);
};

const seedOf = (seed: string): readonly number[] => {
  const hash = createHash('sha256').update(seed).digest();
  return [0, 4, 8, 12].map((offset) => hash.readUInt32LE(offset));
};

const runGuest = <Success>(
  machine: Machine,
  call: GuestCall,
  read: (answer: GuestAnswer) => Success,
): Ran<Success | EvaluationFailure> => {
  let isOutOfTime = false;
  const runtime = machine.module.newRuntime({
    memoryLimitBytes: guestBytes,
    maxStackSizeBytes: guestStackBytes,
    interruptHandler: () => {
      isOutOfTime = performance.now() > call.deadline;
      return isOutOfTime;
    },
  });
  const context = runtime.newContext();
  const text = answerOf(context, call);
  context.dispose();
  runtime.dispose();
  if (isOutOfTime) return { result: outOfTime, isWorn: true };
  if (text === undefined) return { result: outOfMemory, isWorn: true };
  const result = resultOf(text, read);
  const isOutOfMemory = result === outOfMemory;
  return { result, isWorn: isOutOfMemory || machine.memory.buffer.byteLength > wornBytes };
};

/** What the guest answers; undefined when it could not even answer that it failed. */
const answerOf = (context: QuickJSContext, call: GuestCall): string | undefined => {
  const open: QuickJSHandle[] = [];
  const own = (handle: QuickJSHandle) => {
    open.push(handle);
    return handle;
  };
  const done = (result: ReturnType<QuickJSContext['evalCode']>): QuickJSHandle | undefined => {
    own(result.error ?? result.value);
    return result.error ? undefined : result.value;
  };
  try {
    const host = own(
      context.newFunction('host', (request) => context.newString(answerHostCall(context.getString(request)))),
    );
    const start = done(context.evalCode(prelude, 'prelude'));
    const settings = own(context.newString(JSON.stringify(call.settings)));
    const runner = start && done(context.callFunction(start, context.undefined, host, settings));
    const script = runner && done(context.evalCode(call.script, scriptName));
    const entry = script && own(context.getProp(runner, call.entry));
    const given = call.given.map((argument) => own(context.newString(argument)));
    const answer = entry && done(context.callFunction(entry, context.undefined, script, ...given));
    return answer && context.getString(answer);
  } finally {
    for (const handle of open.reverse()) handle.dispose();
  }
};

const outOfTime: EvaluationFailure = { ok: false, reason: 'time', message: 'The template takes too long to run.' };
const outOfMemory: EvaluationFailure = { ok: false, reason: 'memory', message: 'The template uses too much memory.' };

const resultOf = <Success>(text: string, read: (answer: GuestAnswer) => Success): Success | EvaluationFailure => {
  if (text.length > answerCharacters) return { ok: false, reason: 'size', message: 'The picture holds too much.' };
  try {
    const answer = JSON.parse(text) as GuestAnswer;
    return 'threw' in answer ? failureOf(answer.threw) : read(answer);
  } catch (error) {
    if (error instanceof TooLarge) return { ok: false, reason: 'size', message: error.message };
    if (error instanceof NoTree) return { ok: false, reason: 'threw', message: error.message };
    if (error instanceof SyntaxError || error instanceof TypeError)
      return { ok: false, reason: 'threw', message: new NoTree().message };
    throw error;
  }
};

const evaluationOf = (answer: GuestAnswer): Evaluation => {
  if (!('tree' in answer)) throw new NoTree();
  return { ok: true, tree: treeOf(answer.tree), consultsClock: answer.consultsClock === true };
};

const inspectionOf = (answer: GuestAnswer): Inspection => {
  if (!('defaults' in answer)) throw new NoTree();
  return {
    ok: true,
    options: answer.options === undefined ? undefined : plainData(answer.options),
    defaults: plainData(answer.defaults) as Record<string, Json>,
    notData: answer.notData.map(String),
  };
};

type Thrown = Extract<GuestAnswer, { threw: unknown }>['threw'];

const failureOf = ({ name, message, stack, near }: Thrown): EvaluationFailure => {
  if (name === 'InternalError' && message === 'out of memory') return outOfMemory;
  const position = positionIn(String(stack)) ?? positionIn(String(near ?? ''));
  if (name === 'TooLarge') return { ok: false, reason: 'size', message: shown(message), ...position };
  return {
    ok: false,
    reason: 'threw',
    message: shown(name === 'Error' ? message : `${name}: ${message}`),
    ...position,
  };
};

/** The innermost place in the template a stack names. Columns are those of the script, not of the source: left out. */
const positionIn = (stack: string): { line: number } | undefined => {
  const line = /\(template:(\d+)/.exec(stack)?.[1] ?? /at template:(\d+)/.exec(stack)?.[1];
  return line === undefined ? undefined : { line: Number(line) };
};

/** Text for a log or a terminal as well: nothing in it but text, and not much of that. */
const shown = (message: string): string => {
  const clean = String(message)
    .replaceAll(/\p{Cc}+/gu, ' ')
    .toWellFormed();
  return clean.length > 500 ? `${clean.slice(0, 500)}...` : clean;
};
