import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten-core';
import { threadTime } from '../thread-time.ts';
import { answerHostCall } from './host-calls.ts';
import { type Interpreter, type InterpreterMemory, openInterpreter, withClock } from './interpreter.ts';
import type { RunSettings } from './runtime/run.ts';
import { sandboxRuntime } from './runtime/sandbox-runtime-source.ts';
import { takeSnapshot } from './runtime-snapshot.ts';

const sandboxStackBytes = 512 << 10;
/** A sandbox whose memory has grown beyond this is replaced, because WebAssembly memory never shrinks. In bytes. */
const maxRuntimeBytes = 48 << 20;
export const scriptName = 'template';

/** One call of a script inside a sandbox. */
export interface SandboxCall {
  readonly entry: 'evaluate' | 'inspect';
  readonly script: string;
  readonly given: readonly string[];
  /** Unix milliseconds every clock inside shows. */
  readonly clock: number;
  readonly settings: RunSettings;
  /** Milliseconds by `threadTime()`. */
  readonly deadline: number;
}

/**
 * How a call ended: with the sandbox's answer as text, or without one. Clock reads and limits are recorded outside the
 * sandbox.
 */
export type SandboxOutcome =
  | { readonly text: string; readonly consultsClock: boolean }
  | { readonly ranOut: 'time'; readonly stack: string }
  | { readonly ranOut: 'memory' };

/** An interpreter with its memory. The memory is restored between calls, so every call starts from the same state. */
export interface SandboxRuntime {
  call(call: SandboxCall): SandboxOutcome;
  /** Restores the memory before the next call. */
  prepare(): void;
  /** Whether the memory has grown so far that the sandbox should be replaced. */
  isExhausted(): boolean;
}

/** A runtime with the sandbox runtime loaded, waiting for a template. */
interface LoadedRuntime {
  readonly context: QuickJSContext;
  /** What the sandbox runtime answered: the entries. */
  readonly runner: QuickJSHandle;
  readonly limit: Limit;
}

interface Limit {
  deadline: number;
  isOver: boolean;
  /** An error of the host during a host call; not passed to the sandbox. */
  broke?: unknown;
}

export const openSandboxRuntime = async (): Promise<SandboxRuntime> => {
  const interpreter = await openInterpreter();
  // what the interpreter seeds by the clock is the same each time
  const sandbox = withClock(0, () => loadRuntime(interpreter)).value;
  const putBack = takeSnapshot(interpreter.memory);
  let isTouched = false;
  const prepare = () => {
    if (isTouched) putBack();
    isTouched = false;
  };
  const call = (given: SandboxCall): SandboxOutcome => {
    prepare();
    isTouched = true;
    return runIn(sandbox, given, interpreter.memory);
  };
  tryOut(call);
  return {
    call,
    prepare,
    isExhausted: () => interpreter.memory.buffer.byteLength > maxRuntimeBytes,
  };
};

/** Checks at the start that the sandbox runtime works and shows the given time. Later failures are the template's. */
const tryOut = (call: SandboxRuntime['call']): void => {
  const clock = Date.UTC(2001, 1, 3, 4, 5, 6, 789);
  const look = '[Date.now(), new Date().getHours(), new Date(2001, 6, 1).getTimezoneOffset()]';
  const end = call({
    entry: 'evaluate',
    script: `(function (guest, exported) { exported.component = () => ${look} + ''; })`,
    given: ['{}', '{}'],
    clock,
    settings: { seed: [0, 0, 0, 0], retainsSourcePositions: false },
    deadline: Number.POSITIVE_INFINITY,
  });
  if (!('text' in end)) throw new Error('The sandbox runtime does not run: was it bundled with names kept?');
  if (!end.text.includes(`"${clock},4,0"`) || !end.consultsClock)
    throw new Error('The interpreter shows another time than it is given, or another time zone than UTC.');
};

const loadRuntime = ({ module, memory }: Interpreter): LoadedRuntime => {
  const limit: Limit = { deadline: Number.POSITIVE_INFINITY, isOver: false };
  const runtime = module.newRuntime({
    maxStackSizeBytes: sandboxStackBytes,
    interruptHandler: () => {
      limit.isOver ||= threadTime() > limit.deadline;
      return limit.isOver || memory.isExhausted || 'broke' in limit;
    },
  });
  const context = runtime.newContext();
  return { context, runner: runnerIn(context, limit), limit };
};

const runnerIn = (context: QuickJSContext, limit: Limit): QuickJSHandle => {
  const start = context.unwrapResult(context.evalCode(sandboxRuntime, 'prelude', { type: 'global' }));
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

/** Does not dispose handles: their values are gone when the memory is restored. */
const runIn = (
  { context, runner, limit }: LoadedRuntime,
  call: SandboxCall,
  memory: InterpreterMemory,
): SandboxOutcome => {
  Object.assign(limit, { deadline: call.deadline, isOver: false });
  delete limit.broke;
  memory.isExhausted = false;
  const { value: answer, wasClockRead } = withClock(call.clock, () => getAnswer(context, runner, call));
  if ('broke' in limit) throw limit.broke;
  if (limit.isOver) return { ranOut: 'time', stack: 'stack' in answer ? answer.stack : '' };
  if (memory.isExhausted || !('text' in answer)) return { ranOut: 'memory' };
  return { text: answer.text, consultsClock: wasClockRead };
};

/** Returns the answer as text; if there is none, the stack at which the call ended. */
const getAnswer = (
  context: QuickJSContext,
  runner: QuickJSHandle,
  call: SandboxCall,
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
