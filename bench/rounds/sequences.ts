import type { RecordedCall } from './recorder.ts';

/** The calls of an operation, in the order of their rounds, as `recorded.json` keeps them. */
export interface Sequence {
  /** Rounds of calls before the first byte, and calls in all. */
  readonly rounds: number;
  readonly calls: number;
  readonly readUnits: number;
  readonly writeUnits: number;
  readonly objectsRead: number;
  readonly objectsWritten: number;
  /** Calls of each round before the first byte: `BatchGetItem accounts + templates`. */
  readonly before: readonly (readonly string[])[];
  /** Calls that are made after the answer, in rounds as well. */
  readonly after: readonly (readonly string[])[];
}

/** With a remote image in the template, or without; by the name of the operation. */
export type Sequences = Readonly<Record<'plain' | 'remote', Readonly<Record<string, Sequence>>>>;

const sum = (calls: readonly RecordedCall[], pick: (call: RecordedCall) => number): number =>
  calls.reduce((total, call) => total + pick(call), 0);

const describeCall = ({ operation, on }: RecordedCall): string =>
  `${operation.split(' ', 2)[1]} ${on.toSorted().join(' + ')}`;

const toRounds = (calls: readonly RecordedCall[]): string[][] =>
  [...Map.groupBy(calls, ({ round }) => round).values()].map((together) => together.map(describeCall).toSorted());

/** Returns the sequence of recorded calls: the same for each run of the same code. */
export const toSequence = (calls: readonly RecordedCall[]): Sequence => {
  const [before, after] = [false, true].map((isAfter) => toRounds(calls.filter((one) => one.isAfter === isAfter)));
  const count = (operation: string) => calls.filter((one) => one.operation === operation).length;
  return {
    ...{ rounds: before?.length ?? 0, calls: calls.length },
    ...{ readUnits: sum(calls, (one) => one.readUnits), writeUnits: sum(calls, (one) => one.writeUnits) },
    ...{ objectsRead: count('S3 GetObject'), objectsWritten: count('S3 PutObject') },
    ...{ before: before ?? [], after: after ?? [] },
  };
};
