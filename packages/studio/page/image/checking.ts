import { batch, computed, effect, signal } from '@preact/signals';
import type { CheckTemplateResponse } from 'image-url-contract/schemas/template.ts';
import { Refusal } from '../../templates/template-source.ts';
import { takeBoxes } from '../boxes/boxes.ts';
import { code, draft, opened, values } from '../document/document.ts';
import { keyAfterSaving } from '../document/drafts.ts';
import { checkPath } from '../gallery/templates.ts';
import { ask, getMessage, isAborted } from '../session/service.ts';

export type Answer = CheckTemplateResponse;
export type Diagnostic = Answer['errors'][number];

/** An image on the page, and the service's diagnostics. */
export interface Shown {
  readonly url: string;
  readonly contentType: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}

/** The last response of the service. */
export const answer = signal<Answer | undefined>(undefined);
/** The last image, which is displayed while the code does not compile. */
export const shown = signal<Shown | undefined>(undefined);
export const isChecking = signal(false);
/** Why there is no response. */
export const failure = signal('');
/** Milliseconds from the last keystroke to the image. */
export const tookMs = signal<number | undefined>(undefined);

export const errors = computed(() => answer.value?.errors ?? []);
export const warnings = computed(() => answer.value?.warnings ?? []);
/** Those of the last code that could be parsed, so that controls do not disappear while a line is typed. */
export const variables = signal<Answer['variables']>([]);
/** The template's sizes, and the displayed one; undefined for the first. */
export const sizes = signal<NonNullable<Answer['sizes']>>([]);
export const chosenSize = signal<string | undefined>(undefined);
const isEmpty = computed(() => code.value.trim() === '');
export const isStale = computed(() => isEmpty.value || failure.value !== '' || errors.value.length > 0);

const getBytes = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/** Returns an object URL of an image; the caller must revoke it. */
export const imageUrl = ({ data, contentType }: { data: string; contentType: string }): string =>
  URL.createObjectURL(new Blob([getBytes(data)], { type: contentType }));

const setShown = (next: Shown | undefined): void => {
  const before = shown.peek();
  shown.value = next;
  if (before) URL.revokeObjectURL(before.url);
};

const show = (image: Answer['image']): void => {
  if (!image) return;
  const { data: _, ...message } = image;
  setShown({ ...message, url: imageUrl(image) });
};

/** Removes everything that is about the template before. */
const forget = (): void =>
  batch(() => {
    setShown(undefined);
    answer.value = undefined;
    failure.value = '';
    variables.value = [];
    sizes.value = [];
    chosenSize.value = undefined;
  });

/** An image is requested when typing pauses for this time. */
const pauseMs = 70;

let underWay: AbortController | undefined;

/** Changes when the same is to be checked again. */
const again = signal(0);
const againMs = 3_000;
let waking: ReturnType<typeof setTimeout> | undefined;

const checkAgain = (): void => {
  clearTimeout(waking);
  if (failure.peek() !== '') again.value += 1;
};

/** Checks again in a few seconds, or when the browser is online again, without a keystroke. */
const checkAgainLater = (): void => {
  clearTimeout(waking);
  waking = setTimeout(checkAgain, againMs);
};

const check = async (
  path: string,
  body: { readonly code: string },
  since: number,
  signal: AbortSignal,
): Promise<void> => {
  try {
    const next = await ask<Answer>('POST', path, body, signal);
    failure.value = '';
    show(next.image);
    if (next.image) takeBoxes(body.code, next);
    if (next.variables.length > 0 || next.errors.length === 0) variables.value = next.variables;
    if (next.options) sizes.value = next.sizes ?? [];
    answer.value = next.image ? { ...next, image: null } : next;
    tookMs.value = Math.round(performance.now() - since);
    performance.measure('studio:image', { start: since });
  } catch (error) {
    if (isAborted(error)) return;
    // the code has no such size any more, so it is checked again at its first
    if (error instanceof Refusal && error.code === 'INVALID_SIZE') chosenSize.value = undefined;
    failure.value = getMessage(error);
    if (error instanceof Refusal && error.code === 'UNREACHABLE') checkAgainLater();
  }
  isChecking.value = false;
};

/** A boolean, so that saving does not trigger a check. */
const isOpen = computed(() => draft.value !== undefined);

/** Saving a new template changes what it may import. */
const openId = computed(() => draft.value?.id);

/** Checks the editor's text after each change, and aborts the previous check. */
export const retainChecking = (): void => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  addEventListener('online', checkAgain);
  let shownKey = draft.peek()?.key;
  opened.subscribe(() => {
    const key = draft.peek()?.key;
    if (shownKey !== undefined && key !== keyAfterSaving(shownKey)) forget();
    shownKey = key;
  });
  effect(() => {
    const body = { code: code.value, variables: values.value, size: chosenSize.value, image: true, boxes: true };
    const path = checkPath(openId.value);
    void again.value;
    clearTimeout(timer);
    underWay?.abort();
    if (!isOpen.value || isEmpty.value) {
      answer.value = undefined;
      failure.value = '';
      isChecking.value = false;
      return;
    }
    const since = performance.now();
    isChecking.value = true;
    timer = setTimeout(() => {
      underWay = new AbortController();
      void check(path, body, since, underWay.signal);
    }, pauseMs);
  });
};
