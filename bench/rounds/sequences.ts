import { table } from '../report.ts';
import type { RecordedCall } from './recorder.ts';

/** The calls of an operation, in the order of their rounds, as `recorded.json` keeps them. */
export interface Sequence {
  /** Rounds of calls before the first byte, and calls in all. */
  readonly rounds: number;
  readonly calls: number;
  readonly readUnits: number;
  readonly writeUnits: number;
  /** Of the table of which most are used. */
  readonly readUnitsOfATable: number;
  readonly writeUnitsOfATable: number;
  readonly objectsRead: number;
  readonly objectsWritten: number;
  /** Calls of each round before the first byte: `BatchGetItem accounts + templates`. */
  readonly before: readonly (readonly string[])[];
  /** Calls that are made after the answer, in rounds as well. */
  readonly after: readonly (readonly string[])[];
}

/** With a remote image in the template, or without; by the name of the operation. */
export type Sequences = Readonly<Record<'plain' | 'remote', Readonly<Record<string, Sequence>>>>;

/** In a process that has done the same before, and in one that has just started. */
export type Recorded = Readonly<Record<'warm' | 'started', Sequences>>;

/** Returns units of all tables, and of the one of which most are used. */
const countUnits = (ofCalls: readonly Readonly<Record<string, number>>[]): readonly [all: number, ofATable: number] => {
  const byTable = Map.groupBy(ofCalls.flatMap(Object.entries<number>), ([table]) => table);
  const sums = [...byTable.values()].map((ofTable) => ofTable.reduce((sum, [, units]) => sum + units, 0));
  return [sums.reduce((sum, units) => sum + units, 0), Math.max(0, ...sums)];
};

const describeCall = ({ operation, on }: RecordedCall): string =>
  `${operation.split(' ', 2)[1]} ${on.toSorted().join(' + ')}`;

const toRounds = (calls: readonly RecordedCall[]): string[][] =>
  [...Map.groupBy(calls, ({ round }) => round).values()].map((together) => together.map(describeCall).toSorted());

/** Returns the sequence of recorded calls: the same for each run of the same code. */
export const toSequence = (calls: readonly RecordedCall[]): Sequence => {
  const [before, after] = [false, true].map((isAfter) => toRounds(calls.filter((one) => one.isAfter === isAfter)));
  const count = (operation: string) => calls.filter((one) => one.operation === operation).length;
  const [readUnits, readUnitsOfATable] = countUnits(calls.map((one) => one.readUnits));
  const [writeUnits, writeUnitsOfATable] = countUnits(calls.map((one) => one.writeUnits));
  return {
    ...{ rounds: before?.length ?? 0, calls: calls.length },
    ...{ readUnits, writeUnits, readUnitsOfATable, writeUnitsOfATable },
    ...{ objectsRead: count('S3 GetObject'), objectsWritten: count('S3 PutObject') },
    ...{ before: before ?? [], after: after ?? [] },
  };
};

/** Returns a table of what is recorded; with a remote image only where that makes a difference. */
export const toRecordedTable = ({ warm, started }: Recorded): string => {
  const counts = ({ before: _before, after: _after, ...counted }: Sequence): string => JSON.stringify(counted);
  const rows = (['plain', 'remote'] as const).flatMap((which) =>
    Object.entries(warm[which]).flatMap(([name, one]) => {
      const plain = warm.plain[name];
      if (which === 'remote' && plain && counts(plain) === counts(one)) return [];
      const cold = started[which][name];
      return [
        [
          which === 'plain' ? name : `${name}, with a remote image`,
          ...[one.rounds, one.calls, cold?.rounds, cold?.calls].map(String),
          ...[one.readUnits, one.writeUnits, one.objectsRead, one.objectsWritten].map(String),
        ],
      ];
    }),
  );
  const head = ['', 'rounds', 'calls', 'rounds, started', 'calls, started', 'read units', 'write units'];
  return table([...head, 'S3 reads', 'S3 writes'], rows);
};
