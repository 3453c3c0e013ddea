import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Ending, openTurns } from '../../../lambdas/isolation/turns/turns.ts';

const places = { quick: 2, proven: 1, slow: 3, suspects: 2 };
const open = () => openTurns<{ readonly account: string; readonly kind: string }>(places);
type Turns = ReturnType<typeof open>;

const ask = (turns: Turns, account: string, kind = 'evaluate') => {
  const turn = { account, kind };
  turns.ask(turn);
  return turn;
};
/** Lets whoever may begin do so; their accounts in order. */
const begin = (turns: Turns): string[] => {
  const begun = turns.next('any');
  return begun ? [begun.account, ...begin(turns)] : [];
};
const finish = (turns: Turns, account: string, how: Ending = 'done', spentMs = 300) => {
  const turn = [...turns.quick(), ...turns.slow()].find((one) => one.account === account);
  if (!turn) throw new Error(`${account} has nothing under way.`);
  turns.end(turn, spentMs, how);
};
/** Lets accounts do what they have not done before, one after the other. */
const introduce = (turns: Turns, ...accounts: string[]) => {
  for (const account of accounts) {
    ask(turns, account);
    begin(turns);
    finish(turns, account);
  }
};
const overrun = (turns: Turns, account: string) => {
  ask(turns, account);
  begin(turns);
  finish(turns, account, 'overran');
};

describe('whose turn it is', () => {
  it('goes round by account, however much each asks for', () => {
    const turns = open();
    introduce(turns, 'ana', 'bob', 'cem');
    for (const account of ['ana', 'ana', 'ana', 'ana', 'bob', 'cem']) ask(turns, account);

    expect(begin(turns)).toEqual(['ana', 'bob']);
    finish(turns, 'ana');
    expect(begin(turns)).toEqual(['cem']);
    finish(turns, 'bob');
    finish(turns, 'cem');
    expect(begin(turns)).toEqual(['ana', 'ana']);
  });

  it('comes again to whoever was there before it comes to somebody new', () => {
    const turns = open();
    introduce(turns, 'ana');
    for (const account of ['new 1', 'new 2', 'ana']) ask(turns, account);

    expect(begin(turns)).toEqual(['ana', 'new 1']);
  });

  it('comes last to work of a kind that its account has never had done', () => {
    const turns = open();
    introduce(turns, 'ana', 'bob', 'cem');
    ask(turns, 'ana', 'draft');
    for (const account of ['bob', 'cem']) ask(turns, account);

    expect(begin(turns)).toEqual(['bob', 'cem']);
    finish(turns, 'bob');
    expect(begin(turns)).toEqual(['ana']);
  });

  it('comes to an account once while others wait, and as often as it asks while it is alone', () => {
    const turns = open();
    introduce(turns, 'ana', 'bob');
    ask(turns, 'ana');
    ask(turns, 'ana');
    expect(begin(turns)).toEqual(['ana', 'ana']);
    const [first, second] = turns.quick();
    if (first && second) for (const turn of [first, second]) turns.moveAside(turn);

    for (const account of ['ana', 'bob', 'bob']) ask(turns, account);
    expect(begin(turns)).toEqual(['bob']);
  });

  it('lasts a little time, in which an account may do many small things', () => {
    const turns = open();
    introduce(turns, 'ana', 'bob', 'cem', 'dan');
    for (const account of ['ana', 'bob', 'cem', 'dan']) ask(turns, account);
    expect(begin(turns)).toEqual(['ana', 'bob']);
    finish(turns, 'ana', 'done', 5);
    ask(turns, 'ana');

    expect(begin(turns)).toEqual(['ana']);
    finish(turns, 'ana', 'done', 295);
    ask(turns, 'ana');
    expect(begin(turns)).toEqual(['cem']);
  });

  it('leaves who waits no more', () => {
    const turns = open();
    const turn = ask(turns, 'ana');

    expect(turns.leave(turn)).toBe(true);
    expect(turns.leave(turn)).toBe(false);
    expect(begin(turns)).toEqual([]);
  });
});

describe('work that takes long', () => {
  it('makes room among the quick as long as there is a slow place', () => {
    const turns = open();
    introduce(turns, 'a', 'b', 'c', 'd', 'e');
    for (const account of ['a', 'b', 'c', 'd']) {
      ask(turns, account);
      begin(turns);
      const [turn] = turns.quick();
      if (turn) expect(turns.moveAside(turn)).toBe(account !== 'd');
    }
    ask(turns, 'e');
    expect(begin(turns)).toEqual(['e']);
  });

  it('that was ended for others begins again among the slow, and with it all work of its account', () => {
    const turns = open();
    introduce(turns, 'ana', 'bob', 'cem');
    ask(turns, 'ana');
    begin(turns);
    finish(turns, 'ana', 'recalled');
    for (const account of ['ana', 'ana', 'bob', 'cem']) ask(turns, account);

    expect(begin(turns)).toEqual(['bob', 'cem', 'ana', 'ana']);
    expect(turns.slow()).toMatchObject([{ account: 'ana' }, { account: 'ana' }]);
    finish(turns, 'bob');
    finish(turns, 'ana');
    ask(turns, 'ana');
    begin(turns);
    expect(turns.quick()).toMatchObject([{ account: 'cem' }, { account: 'ana' }]);
  });
});

describe('an account whose work has been without fault for a while', () => {
  const prove = (turns: Turns, account: string) => introduce(turns, ...Array(5).fill(account));

  it('has a place that nobody else has, until it overruns or takes long', () => {
    const turns = open();
    introduce(turns, 'ana', 'bob', 'cem');
    for (const account of ['good 1', 'good 2']) prove(turns, account);
    for (const account of ['ana', 'bob', 'cem', 'good 1', 'good 2']) ask(turns, account);
    expect(begin(turns)).toEqual(['ana', 'bob', 'good 1']);

    finish(turns, 'good 1', 'recalled');
    expect(begin(turns)).toEqual(['good 2']);
    finish(turns, 'good 2', 'overran');
    ask(turns, 'good 2');
    expect(begin(turns)).toEqual(['good 2']);
    expect(turns.slow()).toMatchObject([{ account: 'good 2' }]);
  });

  it('has the last process while others are at work who have none of that', () => {
    const turns = open();
    introduce(turns, 'ana', 'bob');
    prove(turns, 'good');
    ask(turns, 'ana');
    begin(turns);
    for (const account of ['bob', 'good']) ask(turns, account);

    expect([turns.next('last')?.account, turns.next('last')?.account]).toEqual(['good', undefined]);
    finish(turns, 'ana');
    expect(turns.next('last')?.account).toBe('bob');
  });
});

describe('an account that overran', () => {
  it('has slow places only, and not all of them', () => {
    const turns = open();
    introduce(turns, 'ana', 'bob');
    for (const account of ['a', 'b', 'c']) overrun(turns, account);
    for (const account of ['a', 'b', 'c', 'ana', 'bob']) ask(turns, account);

    expect(begin(turns)).toEqual(['ana', 'bob', 'a', 'b']);
    expect(turns.quick().map(({ account }) => account)).toEqual(['ana', 'bob']);
  });

  it('is recognised whatever it runs, and forgotten after it has behaved for a while', () => {
    const turns = open();
    introduce(turns, 'ana');
    overrun(turns, 'ana');
    const lanes: string[] = [];
    for (let times = 0; times < 7; times += 1) {
      ask(turns, 'ana');
      begin(turns);
      lanes.push(turns.slow().length > 0 ? 'slow' : 'quick');
      finish(turns, 'ana');
    }

    expect(lanes).toEqual(['slow', 'slow', 'slow', 'slow', 'slow', 'quick', 'quick']);
  });

  it('is forgotten when a thousand others have been seen since', () => {
    const turns = open();
    overrun(turns, 'ana');
    for (let n = 0; n < 1_000; n += 1) {
      ask(turns, `account ${n}`);
      begin(turns);
      finish(turns, `account ${n}`);
    }
    ask(turns, 'ana');
    begin(turns);

    expect(turns.quick()).toMatchObject([{ account: 'ana' }]);
  });
});

it('nobody waits for more than one turn of each other account, whatever the others ask for', () => {
  const moves = fc.array(
    fc.record({ account: fc.integer({ min: 0, max: 9 }), asks: fc.integer({ min: 1, max: 20 }) }),
    {
      minLength: 1,
      maxLength: 30,
    },
  );
  fc.assert(
    fc.property(moves, fc.integer({ min: 0, max: 29 }), (asked, comesAfter) => {
      const turns = open();
      introduce(turns, 'bystander', ...Array.from({ length: 10 }, (_, n) => `other ${n}`));
      const others = new Set<number>();
      for (const [n, { account, asks }] of asked.entries()) {
        if (n === comesAfter) break;
        others.add(account);
        for (let times = 0; times < asks; times += 1) ask(turns, `other ${account}`);
        begin(turns);
      }
      ask(turns, 'bystander');

      const begun: string[] = [];
      while (!begun.includes('bystander')) {
        const [done] = turns.quick();
        if (done) finish(turns, done.account);
        begun.push(...begin(turns));
        for (const account of others) ask(turns, `other ${account}`);
      }
      expect(begun.indexOf('bystander')).toBeLessThanOrEqual(others.size);
      for (const account of new Set(begun)) expect(begun.filter((one) => one === account)).toHaveLength(1);
    }),
  );
});
