import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten-core';
import { threadTime } from '../thread-time.ts';
import { prelude } from './guest/prelude.ts';
import type { RunSettings } from './guest/run.ts';
import { answerHostCall } from './host-calls.ts';
import { type Interpreter, openInterpreter, type Surroundings } from './interpreter.ts';
import { imageOf } from './memory-image.ts';

const guestStackBytes = 512 << 10;
/** A machine whose memory has grown past this is given back: WebAssembly memory never shrinks. */
const wornBytes = 48 << 20;
export const scriptName = 'template';

/** One call of a script inside a guest. */
export interface GuestCall {
  readonly entry: 'evaluate' | 'inspect';
  readonly script: string;
  readonly given: readonly string[];
  /** Unix milliseconds every clock inside shows. */
  readonly clock: number;
  readonly settings: RunSettings;
  /** Milliseconds by `threadTime()`. */
  readonly deadline: number;
}

/** How a call ended: with the guest's answer as text, or without one. What it did is noted out here, not asked of it. */
export type GuestEnd =
  | { readonly text: string; readonly consultsClock: boolean }
  | { readonly ranOut: 'time'; readonly stack: string }
  | { readonly ranOut: 'memory' };

/** An interpreter in memory of its own. Every call runs in a runtime nothing has run in before: memory is put back to that after each. */
export interface Machine {
  call(call: GuestCall): GuestEnd;
  /** Puts the memory back ahead of the next call. */
  prepare(): void;
  /** Memory has grown so far that the machine should not be kept. */
  isWorn(): boolean;
}

/** A runtime with the prelude loaded, waiting for a template. */
interface Guest {
  readonly context: QuickJSContext;
  /** What the prelude answered: the entries. */
  readonly runner: QuickJSHandle;
  readonly limit: Limit;
}

interface Limit {
  deadline: number;
  isOver: boolean;
  /** What the guest broke in this process; it is not told. */
  broke?: unknown;
}

export const openMachine = async (): Promise<Machine> => {
  const interpreter = await openInterpreter();
  const guest = openGuest(interpreter);
  const putBack = imageOf(interpreter.memory);
  let isTouched = false;
  const prepare = () => {
    if (isTouched) putBack();
    isTouched = false;
  };
  const call = (given: GuestCall): GuestEnd => {
    prepare();
    isTouched = true;
    return runIn(guest, given, interpreter.surroundings);
  };
  tryOut(call);
  return {
    call,
    prepare,
    isWorn: () => interpreter.memory.buffer.byteLength > wornBytes,
  };
};

/** Shows at the start that the prelude works and that time is ours; afterwards every failure is a template's own. */
const tryOut = (call: Machine['call']): void => {
  const clock = Date.UTC(2001, 1, 3, 4, 5, 6, 789);
  const look = '[Date.now(), new Date().getHours(), new Date(2001, 6, 1).getTimezoneOffset()]';
  const end = call({
    entry: 'evaluate',
    script: `(function (guest, exported) { exported.component = () => ${look} + ''; })`,
    given: ['{}', '{}'],
    clock,
    settings: { seed: [0, 0, 0, 0], keepsPlaces: false },
    deadline: Number.POSITIVE_INFINITY,
  });
  if (!('text' in end)) throw new Error('The prelude does not run: was it bundled with names kept?');
  if (!end.text.includes(`"${clock},4,0"`) || !end.consultsClock)
    throw new Error('The interpreter has a clock that is not ours: does its build name its imports otherwise?');
};

const openGuest = ({ module, surroundings }: Interpreter): Guest => {
  const limit: Limit = { deadline: Number.POSITIVE_INFINITY, isOver: false };
  const runtime = module.newRuntime({
    maxStackSizeBytes: guestStackBytes,
    interruptHandler: () => {
      limit.isOver ||= threadTime() > limit.deadline;
      return limit.isOver || surroundings.isOutOfMemory || 'broke' in limit;
    },
  });
  // what the interpreter seeds by the clock is the same each time
  Object.assign(surroundings, { clock: 0, isOutOfMemory: false });
  const context = runtime.newContext();
  return { context, runner: runnerIn(context, limit), limit };
};

const runnerIn = (context: QuickJSContext, limit: Limit): QuickJSHandle => {
  const start = context.unwrapResult(context.evalCode(prelude, 'prelude', { type: 'global' }));
  const host = context.newFunction('host', (request) => {
    try {
      return context.newString(answerHostCall(context.getString(request)));
    } catch (error) {
      limit.broke ??= error;
      throw error;
    }
  });
  return context.unwrapResult(context.callFunction(start, context.undefined, host));
};

/** Handles it opens stay open: what they stand for is gone when the memory is put back. */
const runIn = ({ context, runner, limit }: Guest, call: GuestCall, surroundings: Surroundings): GuestEnd => {
  Object.assign(limit, { deadline: call.deadline, isOver: false });
  delete limit.broke;
  Object.assign(surroundings, { clock: call.clock, wasClockRead: false, isOutOfMemory: false });
  const answer = answerOf(context, runner, call);
  if ('broke' in limit) throw limit.broke;
  if (limit.isOver) return { ranOut: 'time', stack: 'stack' in answer ? answer.stack : '' };
  if (surroundings.isOutOfMemory || !('text' in answer)) return { ranOut: 'memory' };
  return { text: answer.text, consultsClock: surroundings.wasClockRead };
};

/** What came out: a text; or nothing the guest itself could report, and where it was. */
const answerOf = (
  context: QuickJSContext,
  runner: QuickJSHandle,
  call: GuestCall,
): { readonly text: string } | { readonly stack: string } => {
  const read = context.evalCode(`export default ${call.script}`, scriptName, { type: 'module' });
  if (read.error) return unreadable(context, read.error);
  const settings = context.newString(JSON.stringify(call.settings));
  const given = call.given.map((argument) => context.newString(argument));
  const [entry, script] = [context.getProp(runner, call.entry), context.getProp(read.value, 'default')];
  const answer = context.callFunction(entry, context.undefined, settings, script, ...given);
  if (!answer.error) return textIn(context, answer.value);
  const stack = textIn(context, context.getProp(answer.error, 'stack'));
  return { stack: 'text' in stack ? stack.text : '' };
};

/** A text as it is: turning anything else into one would run the template again. */
const textIn = (context: QuickJSContext, value: QuickJSHandle): { readonly text: string } | { readonly stack: '' } =>
  context.typeof(value) === 'string' ? { text: context.getString(value) } : { stack: '' };

/** A script that cannot even be read; nothing of it has run. */
const unreadable = (
  context: QuickJSContext,
  error: QuickJSHandle,
): { readonly text: string } | { readonly stack: '' } => {
  const { name, message, stack = '' } = context.dump(error) as { name?: unknown; message?: unknown; stack?: unknown };
  return name === 'SyntaxError' ? { text: JSON.stringify({ threw: { name, message, stack } }) } : { stack: '' };
};
