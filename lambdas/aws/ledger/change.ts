import { pageNameOf, pageNames, pageTokens } from '../../core/quota/slots.ts';

/** Attributes of a usage record that count one kind of unit. */
export type UsageCounter = 'mints' | 'generations';

/** What a write adds to a counter, and how many units may be taken at most before it. */
export interface Counted {
  readonly counter: UsageCounter;
  readonly units: number;
  readonly highest?: number;
}

/** A slot of a record and the token that is meant to stand in it; undefined for a slot nobody has used. */
export interface Place {
  readonly slot: string;
  readonly token: string | undefined;
}

/** Tokens that are put on a page. */
export interface Note {
  /** The page that is written to as far as is known; the one after it may be by the time the write arrives. */
  readonly page: number;
  readonly tokens: readonly string[];
  /** Whether the page is turned first: the tokens begin the next one, and the write is void if it was turned already. */
  readonly isTurning: boolean;
  /** A token that no page of the record may hold. */
  readonly unless?: string;
}

/** One write to a usage record: a token in the place of another, tokens on a page, units to a counter. */
export interface Change {
  readonly swap?: { readonly place: Place; readonly token: string };
  readonly note?: Note;
  readonly counted?: Counted;
}

/** Parts of an update's expressions. */
interface Parts {
  readonly sets?: readonly string[];
  readonly adds?: readonly string[];
  readonly conditions?: readonly string[];
  readonly names?: Record<string, string>;
  readonly values?: Record<string, unknown>;
}

const swapParts = ({ place, token }: NonNullable<Change['swap']>): Parts => ({
  sets: ['#slot = :token'],
  conditions: [place.token === undefined ? 'attribute_not_exists(#slot)' : '#slot = :expected'],
  names: { '#slot': place.slot },
  values: { ':token': token, ...(place.token !== undefined && { ':expected': place.token }) },
});

/** Whether a record is at the page that is written to, or one further where that does no harm; the first page has no number. */
const isAtPage = ({ page, isTurning }: Note): string => {
  if (isTurning) return page === 0 ? 'attribute_not_exists(#page)' : '#page = :page';
  return page === 0 ? '(attribute_not_exists(#page) OR #page = :next)' : '#page BETWEEN :page AND :next';
};

const noteParts = (note: Note): Parts => {
  const { page, tokens, isTurning, unless } = note;
  const next = page + 1;
  const onPages = pageNames.map((name) => `NOT contains(#${name}, :unless)`);
  const room = '(attribute_not_exists(#noted) OR size(#noted) < :room)';
  return {
    ...(isTurning ? { sets: ['#noted = :noted', '#page = :next'] } : { adds: ['#noted :noted'] }),
    conditions: [isAtPage(note), ...(isTurning ? [] : [room]), ...(unless === undefined ? [] : onPages)],
    names: {
      '#page': 'page',
      '#noted': pageNameOf(isTurning ? next : page),
      ...(unless !== undefined && Object.fromEntries(pageNames.map((name) => [`#${name}`, name]))),
    },
    values: {
      ':noted': new Set(tokens),
      ':next': next,
      ...(page > 0 && { ':page': page }),
      ...(!isTurning && { ':room': pageTokens.all }),
      ...(unless !== undefined && { ':unless': unless }),
    },
  };
};

const isFree = (highest: number): string =>
  highest < 0 ? '#counter <= :highest' : '(attribute_not_exists(#counter) OR #counter <= :highest)';

const countedParts = ({ counter, units, highest }: Counted): Parts => ({
  adds: ['#counter :units'],
  conditions: highest === undefined ? [] : [isFree(highest)],
  names: { '#counter': counter },
  values: { ':units': units, ...(highest !== undefined && { ':highest': highest }) },
});

/** A change as DynamoDB takes it. */
export const expressionOf = ({ swap, note, counted }: Change) => {
  const parts: readonly Parts[] = [
    ...(swap ? [swapParts(swap)] : []),
    ...(note ? [noteParts(note)] : []),
    ...(counted ? [countedParts(counted)] : []),
  ];
  const [sets, adds] = [parts.flatMap(({ sets: own = [] }) => own), parts.flatMap(({ adds: own = [] }) => own)];
  const updates = [
    ...(sets.length > 0 ? [`SET ${sets.join(', ')}`] : []),
    ...(adds.length > 0 ? [`ADD ${adds.join(', ')}`] : []),
  ];
  return {
    UpdateExpression: updates.join(' '),
    ConditionExpression: parts.flatMap(({ conditions = [] }) => conditions).join(' AND '),
    ExpressionAttributeNames: Object.assign({}, ...parts.map(({ names }) => names)) as Record<string, string>,
    ExpressionAttributeValues: Object.assign({}, ...parts.map(({ values }) => values)) as Record<string, unknown>,
  };
};
