import { Socket } from 'node:net';

/*
 * Imported by the tests, and by the programs they start, whose AWS clients talk to emulators. No promise says how long an emulator may
 * take, and one that shares a busy processor takes longer than AWS would: the adapters' patience would end first. The tests of that
 * patience (test/limits, test/support/faults, test/support/models) do without.
 */
const times = 50;
const { setTimeout } = Socket.prototype;
/** Files that share a process import this once each. */
if (setTimeout.name !== 'patientTimeout')
  Socket.prototype.setTimeout = function patientTimeout(this: Socket, ms, whenIdle) {
    return setTimeout.call(this, ms * times, whenIdle);
  };
