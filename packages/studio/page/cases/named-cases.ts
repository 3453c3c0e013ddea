import { computed, signal } from '@preact/signals';
import { casesPosition, draft } from '../document/document.ts';

export interface NamedCase {
  readonly name: string;
  readonly values: Readonly<Record<string, unknown>>;
}

const storageKey = computed(() => casesPosition(draft.value?.key));
const changes = signal(0);

/** The saved cases of the open template, stored in this browser. */
export const namedCases = computed<readonly NamedCase[]>(() => {
  void changes.value;
  return JSON.parse(localStorage.getItem(storageKey.value) ?? '[]');
});

const write = (cases: readonly NamedCase[]): void => {
  localStorage.setItem(storageKey.value, JSON.stringify(cases));
  changes.value++;
};

/** Saves values under a name, replacing a case of that name. */
export const retainCase = (cached: NamedCase): void =>
  write([...namedCases.value.filter(({ name }) => name !== cached.name), cached]);

export const dropCase = (name: string): void => write(namedCases.value.filter((cached) => cached.name !== name));
