/**
 * Code of a template that walks every property it can reach, and that replaces one of them. It takes what it uses itself
 * before, so that what it replaces it does not replace for itself.
 */
const replacing = `
const { apply, construct, defineProperty, get, getOwnPropertyDescriptor, getPrototypeOf, ownKeys, set } = Reflect;
const { iterator, asyncIterator, matchAll } = Symbol;
const NativeError = Error, NativeString = String, NativeSet = Set;
const uncurry = (method) => (self, ...given) => apply(method, self, given);
const hasSeen = uncurry(Set.prototype.has), see = uncurry(Set.prototype.add);
const startsWith = uncurry(String.prototype.startsWith), slice = uncurry(String.prototype.slice);
const nameOf = uncurry(getOwnPropertyDescriptor(Symbol.prototype, 'description').get);

const roots = { globalThis, hidden: [
  [][iterator](), new Map()[iterator](), new Set()[iterator](), ''[iterator](), /a/[matchAll](''),
  (function* () {})(), (async function* () {})(), async () => {}, Iterator.from({ next() {} }), [].values().map((x) => x),
  Symbol('x'), new Proxy({}, {}),
  new Intl.NumberFormat('en'), new URL('https://a.test'), new URLSearchParams('a=b'), new TextEncoder(), new TextDecoder(),
] };
const reachable = new NativeSet();
const placesIn = (object, path, all) => {
  if ((typeof object !== 'object' && typeof object !== 'function') || object === null || hasSeen(reachable, object)) return;
  see(reachable, object);
  for (const key of ownKeys(object)) {
    const { value, get, set, configurable, writable } = getOwnPropertyDescriptor(object, key);
    const step = typeof key === 'symbol' ? '@@' + nameOf(key) : key;
    if ((configurable || writable) && object !== roots && object !== roots.hidden) all.push([...path, step]);
    placesIn(value, [...path, step], all);
    placesIn(get, [...path, 'get ' + step], all);
    placesIn(set, [...path, 'set ' + step], all);
  }
  placesIn(getPrototypeOf(object), [...path, 'prototype of it'], all);
};
const everyPlace = () => {
  const all = [];
  placesIn(roots, [], all);
  return all;
};

const keyOf = (object, step) => {
  if (!startsWith(step, '@@')) return step;
  const keys = ownKeys(object);
  for (let i = 0; i < keys.length; i++) if (typeof keys[i] === 'symbol' && '@@' + nameOf(keys[i]) === step) return keys[i];
};
const follow = (object, step) => {
  if (step === 'prototype of it') return getPrototypeOf(object);
  const accessor = startsWith(step, 'get ') ? 'get' : startsWith(step, 'set ') ? 'set' : 'value';
  const key = keyOf(object, accessor === 'value' ? step : slice(step, 4));
  return getOwnPropertyDescriptor(object, key)?.[accessor];
};

/** Whether a replaced built-in was given something a template has no way to. */
const isOfTheHost = (value) =>
  typeof value === 'function' ? !hasSeen(reachable, value) : typeof value === 'symbol' && !startsWith(nameOf(value) ?? '', 'Symbol.');
const replacements = {
  thrower: () => ({ value: function () { throw new NativeError('the replaced one was called'); } }),
  stranger: () => ({ value: function () { return 'of another kind'; } }),
  recorder: (original) => ({ value: function (...given) {
    for (let i = -1; i < given.length; i++)
      if (isOfTheHost(i < 0 ? this : given[i])) throw new NativeError('it rea' + 'ched something of the host');
    return typeof original !== 'function' ? original : new.target ? construct(original, given) : apply(original, this, given);
  } }),
  getter: () => ({ get() { throw new NativeError('the replaced one was read'); } }),
};
/** Replaces what stands at a place; a place of null leaves all as it is. */
const replace = (place, kind) => {
  if (place === null) return;
  if (kind === 'recorder') everyPlace();
  let owner = roots;
  for (let i = 0; i < place.length - 1; i++) owner = follow(owner, place[i]);
  const key = keyOf(owner, place[place.length - 1]);
  const replacement = replacements[kind](getOwnPropertyDescriptor(owner, key)?.value);
  try {
    if (!defineProperty(owner, key, { __proto__: null, configurable: true, ...replacement })) set(owner, key, replacement.value);
  } catch {
    // a length takes nothing but numbers
  }
};
`;

/** In what ways a built-in is replaced. */
export const replacements = ['thrower', 'stranger', 'recorder', 'getter'] as const;

/** Lists the places of everything that can be replaced. */
export const surveyor = `${replacing}
const list = JSON.stringify(everyPlace());
export default () => <div data-places={list} />;`;

/**
 * An honest card that uses everything the service puts around templates. What it uses of the language it took before, so that
 * the only ones to call what is replaced would be others.
 */
export const honest = `${replacing}
import React, { Children, cloneElement, createContext, createElement, forwardRef, isValidElement, memo, useContext, useMemo } from 'react';
import Image from 'next/image';
import clsx from 'clsx';
import { twJoin, twMerge } from 'tailwind-merge';

const { map, forEach, toArray, count, only } = Children;
const { Fragment } = React;
const numberText = Number.prototype.toLocaleString, bigintText = BigInt.prototype.toLocaleString;
const dateText = Date.prototype.toLocaleDateString;
const compare = String.prototype.localeCompare, upper = String.prototype.toLocaleUpperCase;
const { NumberFormat } = Intl;
const { format: euros, formatToParts: euroParts } = new NumberFormat('de-DE', { style: 'currency', currency: 'EUR' });
const { format: day, formatRange: days } = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' });
const { of: region } = new Intl.DisplayNames('en', { type: 'region' });
const { format: and } = new Intl.ListFormat('en');
const { format: ago } = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const { select } = new Intl.PluralRules('en', { type: 'ordinal' });
const { compare: collate } = new Intl.Collator('de');
const { segment } = new Intl.Segmenter('en');
const Url = URL, Query = URLSearchParams;
const { href, searchParams } = Object.getOwnPropertyDescriptors(URL.prototype);
const { set: setParam, toString: queryText, get: getParam, getAll, sort } = URLSearchParams.prototype;
const { encode } = TextEncoder.prototype, { decode } = TextDecoder.prototype;
const encoder = new TextEncoder(), decoder = new TextDecoder();
const clone = structuredClone, toBase = btoa, fromBase = atob;
const { random } = Math, NativeDate = Date, { now } = Date, { getTime } = Date.prototype;
const someDay = new Date(1e12), someMap = new Map([['a', 1]]);

const Row = memo(forwardRef(({ children, id }, ref) => <li id={id} className={clsx('row', { odd: id === 'b' }, ['x', null])}>{children}</li>));
const Theme = createContext('light');
const Themed = () => <i>{useContext(Theme)}{useMemo(() => ' theme')}</i>;
const Two = () => ['two', <b key="b">b</b>, null, false, 0, [['deep'], undefined]];

export default function Card({ place, kind, asks, title = 'A card', items = ['one', 'two'] }) {
  replace(place, kind);
  const url = new Url('/a?b=1&a=2', 'https://x.test/');
  const query = apply(searchParams.get, url, []);
  apply(setParam, query, ['b', 'ä b']);
  apply(sort, query, []);
  const whole = clone({ list: [1, { a: 'x' }], when: someDay });
  const listed = [];
  let seen = 0;
  forEach([<i key="1" />, 'text', null], () => { seen += 1; });
  return (
    <div style={{ display: 'flex', padding: 4, opacity: 0.5, gap: undefined, margin: [1, 'a', null, true], inset: { a: { b: 1n } } }} hidden data-x={null}
      onClick={() => {}} title={title} data-empty={[]} data-none={{}}>
      <>{title} {1}{2n}{''}{true}<Two /><Row id="b">{items[0]}{items[1]}</Row></>
      <Image src={{ src: 'https://a.b/a.png' }} fill priority alt="a" style={{ objectFit: 'cover' }} />
      <style dangerouslySetInnerHTML={{ __html: 'p { color: red }' }} />
      {cloneElement(<Row id="a" />, { id: 'c' }, 'cloned', 'twice')}
      {createElement('q', { id: 'q', key: 'k', ref: 'r' }, isValidElement(<a />) ? 'is' : 'is none', count([1, [null, 2]]))}
      {map([<i key="1">1</i>, null, 'x', ['y']], (child, index) => child && [<u key={index}>{index}{child}</u>])}
      {toArray([null, [1, ['2']], false, <s key="s" />])}{only(<em />)}{seen}
      <Themed /><Theme.Provider value="dark"><Themed /><Theme.Consumer>{(theme) => theme}</Theme.Consumer></Theme.Provider>
      <p className={twMerge('p-2 p-4', ['m-1', 'm-2'], 'bg-[' + 'x' + ']')} data-join={twJoin('a', ['b', '', 'c'])} />
      <p>{apply(numberText, 1234.5, ['de-DE'])} {apply(bigintText, 12345678901234567890n, [])} {apply(dateText, someDay, ['en-GB'])}</p>
      <p>{apply(compare, 'a', ['ä', 'de'])} {apply(upper, 'i', ['tr'])} {euros(1e6)} {euroParts(1)[0].type} {day(someDay)} {days(0, 1e12)} {region('JP')} {and(['a', 'b'])} {ago(-1, 'day')} {select(2)} {collate('a', 'b')} {segment('ab').containing(1).segment}</p>
      <p>{new NumberFormat('en', { notation: 'compact' }).format(12345)} {apply(href.get, url, [])} {apply(queryText, query, [])} {apply(getParam, query, ['a'])} {apply(getAll, query, ['b'])[0]}</p>
      <p>{apply(decode, decoder, [apply(encode, encoder, ['ü€😀\\ud800'])])} {toBase('hello')} {fromBase('aGVsbG8=')} {whole.list[1].a} {apply(getTime, whole.when, [])} {random()}</p>
      {asks ? <p>{now()} {apply(getTime, new NativeDate(), [])} {day()}</p> : null}
    </div>
  );
}`;

/** Values that are asked themselves what they hold or are as text, as JavaScript has it: by their own iterators and methods. */
export const asking = `${replacing}
import { Children } from 'react';
const { map } = Children;
const someSet = new Set(['a', <b key="b">b</b>]), someMap = new Map([['k', 'v']]), someDay = new Date(1e12);
function* some() { yield 'one'; yield <i key="i">two</i>; }
const Url = URL, Query = URLSearchParams, { toString: queryText } = URLSearchParams.prototype;
const listText = Array.prototype.toLocaleString;
export default function Card({ place, kind }) {
  replace(place, kind);
  return <div data-date={someDay} data-url={new Url('https://x.test')} data-list={apply(listText, [1234, null, someDay], ['de-DE'])}>
    {someSet}{some()}{map(someSet, (child) => child)}{apply(queryText, new Query(someMap), [])}
  </div>;
}`;
