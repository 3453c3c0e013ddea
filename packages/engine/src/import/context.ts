import type { Node } from '@babel/types';
import type { FunctionNode } from '../template/source/variable-scopes.ts';
import type { ImageResponse } from './conversion.ts';
import type { Program } from './program.ts';
import type { Path, RequestValue, Value } from './value.ts';

/** The function that becomes the template. */
export interface EntryPoint {
  readonly fn: FunctionNode;
  /** Whether it answers requests: a handler of a framework. */
  readonly isHandler: boolean;
  /** Whether images are made in it, not only elements. */
  readonly makesImage: boolean;
}

/** What the parts of this module ask of each other. */
export interface ValueContext {
  readonly program: Program;
  readonly sinks: ReadonlyMap<Node, ImageResponse>;
  readonly entry: EntryPoint;
  readonly getValue: (expression: Node | null | undefined) => Value;
  /** Returns what a part of an expression is. @param fallback the default of a pattern */
  readonly at: (expression: Node, path: Path, fallback?: Node) => Value;
  readonly partAt: (request: RequestValue, path: Path, fallback?: Node) => Value;
  /** Whether a value is used as no data can be: called, awaited, or asked by a method that data does not have. */
  readonly isHandle: (name: Node) => boolean;
  readonly join: (branches: readonly Node[]) => Value;
}
