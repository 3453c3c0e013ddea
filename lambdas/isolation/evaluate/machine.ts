import type { QuickJSContext, QuickJSHandle, QuickJSRuntime } from 'quickjs-emscripten-core';
import { threadTime } from '../thread-time.ts';
import { prelude } from './guest/prelude.ts';
import type { RunSettings } from './guest/run.ts';
import { answerHostCall } from './host-calls.ts';
import { type Interpreter, openInterpreter, type Surroundings } from './interpreter.ts';

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

/** An interpreter in memory of its own. Every call runs in a runtime nothing has run in before. */
export interface Machine {
  call(call: GuestCall): GuestEnd;
  /** Makes the runtime of the next call ahead of it; that takes longer than most templates do. */
  prepare(): void;
  /** Memory has grown so far that the machine should not be kept. */
  isWorn(): boolean;
}

/** A runtime with the prelude loaded, waiting for a template. */
interface Guest {
  readonly runtime: QuickJSRuntime;
  readonly context: QuickJSContext;
  /** What the prelude answered: the entries. Absent when there was no memory even for that. */
  readonly runner: QuickJSHandle | undefined;
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
  let next: Guest | undefined;
  const call = (given: GuestCall): GuestEnd => {
    const guest = next ?? openGuest(interpreter);
    next = undefined;
    return runIn(guest, given, interpreter.surroundings);
  };
  tryOut(call);
  return {
    call,
    prepare: () => {
      next ??= openGuest(interpreter);
    },
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
  return { runtime, context, runner: runnerIn(context, limit), limit };
};

const runnerIn = (context: QuickJSContext, limit: Limit): QuickJSHandle | undefined => {
  const start = context.evalCode(prelude, 'prelude', { type: 'global' });
  if (start.error) return void start.error.dispose();
  const host = context.newFunction('host', (request) => {
    try {
      return context.newString(answerHostCall(context.getString(request)));
    } catch (error) {
      limit.broke ??= error;
      throw error;
    }
  });
  const runner = context.callFunction(start.value, context.undefined, host);
  for (const handle of [host, start.value]) handle.dispose();
  if (runner.error) return void runner.error.dispose();
  return runner.value;
};

const runIn = ({ runtime, context, runner, limit }: Guest, call: GuestCall, surroundings: Surroundings): GuestEnd => {
  const open: QuickJSHandle[] = runner ? [runner] : [];
  limit.deadline = call.deadline;
  Object.assign(surroundings, { clock: call.clock, wasClockRead: false, isOutOfMemory: false });
  try {
    const answer = answerOf(context, runner, call, (handle) => {
      open.push(handle);
      return handle;
    });
    if ('broke' in limit) throw limit.broke;
    if (limit.isOver) return { ranOut: 'time', stack: 'stack' in answer ? answer.stack : '' };
    if (surroundings.isOutOfMemory || !('text' in answer)) return { ranOut: 'memory' };
    return { text: answer.text, consultsClock: surroundings.wasClockRead };
  } finally {
    for (const handle of open.reverse()) handle.dispose();
    context.dispose();
    runtime.dispose();
  }
};

/** What came out: a text; or nothing the guest itself could report, and where it was. */
const answerOf = (
  context: QuickJSContext,
  runner: QuickJSHandle | undefined,
  call: GuestCall,
  own: (handle: QuickJSHandle) => QuickJSHandle,
): { readonly text: string } | { readonly stack: string } => {
  if (!runner) return { stack: '' };
  const read = context.evalCode(`export default ${call.script}`, scriptName, { type: 'module' });
  if (read.error) return unreadable(context, own(read.error));
  const script = own(context.getProp(own(read.value), 'default'));
  const entry = own(context.getProp(runner, call.entry));
  const settings = own(context.newString(JSON.stringify(call.settings)));
  const given = call.given.map((argument) => own(context.newString(argument)));
  const answer = context.callFunction(entry, context.undefined, settings, script, ...given);
  if (!answer.error) return textIn(context, own(answer.value));
  const stack = textIn(context, own(context.getProp(own(answer.error), 'stack')));
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
