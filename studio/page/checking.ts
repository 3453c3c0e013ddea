import { computed, effect, signal } from '@preact/signals';
import type { CheckTemplateResponse } from '../../lambdas/contract/schemas/template.ts';
import { Refusal } from '../templates/template-source.ts';
import { takeBoxes } from './boxes/boxes.ts';
import { code, draft, values } from './document.ts';
import { ask, getMessage, isAborted } from './service.ts';
import { checkPath } from './templates.ts';

export type Answer = CheckTemplateResponse;
export type Diagnostic = Answer['errors'][number];

/** An image on the page, and what the service said of it. */
export interface Shown {
  readonly url: string;
  readonly contentType: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}

/** What the service said last. */
export const answer = signal<Answer | undefined>(undefined);
/** The last image there was, which stays while code does not compile. */
export const shown = signal<Shown | undefined>(undefined);
export const isChecking = signal(false);
/** Why there is no answer at all. */
export const failure = signal('');
/** From the last key to the image. */
export const tookMs = signal<number | undefined>(undefined);

export const errors = computed(() => answer.value?.errors ?? []);
export const warnings = computed(() => answer.value?.warnings ?? []);
/** The last that could be read: controls do not come and go while a line is typed. */
export const variables = signal<Answer['variables']>([]);
/** The template's sizes, and the one that is shown; undefined for the first. */
export const sizes = signal<NonNullable<Answer['sizes']>>([]);
export const chosenSize = signal<string | undefined>(undefined);
export const isStale = computed(() => failure.value !== '' || errors.value.length > 0);

const getBytes = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/** An image as the page can show it. Whoever makes it revokes its address. */
export const imageUrl = ({ data, contentType }: { data: string; contentType: string }): string =>
  URL.createObjectURL(new Blob([getBytes(data)], { type: contentType }));

const show = (image: Answer['picture']): void => {
  if (!image) return;
  const { data: _, ...message } = image;
  const before = shown.peek();
  shown.value = { ...message, url: imageUrl(image) };
  if (before) URL.revokeObjectURL(before.url);
};

/** Typing goes on faster than this; an image is asked for when it pauses. */
const pauseMs = 70;

let underWay: AbortController | undefined;

const check = async (
  path: string,
  body: { readonly code: string },
  since: number,
  signal: AbortSignal,
): Promise<void> => {
  try {
    const next = await ask<Answer>('POST', path, body, signal);
    failure.value = '';
    show(next.picture);
    if (next.picture) takeBoxes(body.code, next);
    if (next.variables.length > 0 || next.errors.length === 0) variables.value = next.variables;
    if (next.options) sizes.value = next.sizes ?? [];
    answer.value = next.picture ? { ...next, picture: null } : next;
    tookMs.value = Math.round(performance.now() - since);
    performance.measure('studio:picture', { start: since });
  } catch (error) {
    if (isAborted(error)) return;
    // the code has no such size any more: it is checked again at its first
    if (error instanceof Refusal && error.code === 'INVALID_SIZE') chosenSize.value = undefined;
    failure.value = getMessage(error);
  }
  isChecking.value = false;
};

/** That it was saved changes nothing that would have to be checked again. */
const isOpen = computed(() => draft.value !== undefined);

/** Saving a new template changes what it may import. */
const openId = computed(() => draft.value?.id);

/** Checks what is in the editor again after each change; what was asked before is given up. */
export const retainChecking = (): void => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    const body = { code: code.value, variables: values.value, size: chosenSize.value, picture: true, boxes: true };
    const path = checkPath(openId.value);
    clearTimeout(timer);
    underWay?.abort();
    if (!isOpen.value || body.code.trim() === '') return;
    const since = performance.now();
    isChecking.value = true;
    timer = setTimeout(() => {
      underWay = new AbortController();
      void check(path, body, since, underWay.signal);
    }, pauseMs);
  });
};
