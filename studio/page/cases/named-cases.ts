import { computed, signal } from '@preact/signals';
import { casesPlace, draft } from '../document.ts';

export interface NamedCase {
  readonly name: string;
  readonly values: Readonly<Record<string, unknown>>;
}

const place = computed(() => casesPlace(draft.value?.id));
const changes = signal(0);

/** The cases that were kept of the template that is open, on this machine. */
export const namedCases = computed<readonly NamedCase[]>(() => {
  void changes.value;
  return JSON.parse(localStorage.getItem(place.value) ?? '[]');
});

const write = (cases: readonly NamedCase[]): void => {
  localStorage.setItem(place.value, JSON.stringify(cases));
  changes.value++;
};

/** Keeps values under a name, in place of those that had it. */
export const keepCase = (kept: NamedCase): void =>
  write([...namedCases.value.filter(({ name }) => name !== kept.name), kept]);

export const dropCase = (name: string): void => write(namedCases.value.filter((kept) => kept.name !== name));
