import { computed, signal } from '@preact/signals';
import { casesPosition, draft } from '../document.ts';

export interface NamedCase {
  readonly name: string;
  readonly values: Readonly<Record<string, unknown>>;
}

const position = computed(() => casesPosition(draft.value?.key));
const changes = signal(0);

/** The cases that were kept of the template that is open, on this machine. */
export const namedCases = computed<readonly NamedCase[]>(() => {
  void changes.value;
  return JSON.parse(localStorage.getItem(position.value) ?? '[]');
});

const write = (cases: readonly NamedCase[]): void => {
  localStorage.setItem(position.value, JSON.stringify(cases));
  changes.value++;
};

/** Keeps values under a name, in place of those that had it. */
export const retainCase = (cached: NamedCase): void =>
  write([...namedCases.value.filter(({ name }) => name !== cached.name), cached]);

export const dropCase = (name: string): void => write(namedCases.value.filter((cached) => cached.name !== name));
