import { useEffect, useState } from 'preact/hooks';
import { code, draft } from '../document/document.ts';
import { checkPath, readTemplate } from '../gallery/templates.ts';
import { ask, getMessage, isAborted } from '../session/service.ts';
import { words } from '../words.ts';
import { type Answer, answer, type Diagnostic, imageUrl, type Shown } from './checking.ts';

const { image: texts } = words;

export interface Further {
  readonly image?: Shown | undefined;
  readonly warnings?: readonly Diagnostic[];
  /** Why there is no image. */
  readonly problem: string;
}

/** Delay of further images, which are rendered one after another, after the main one. */
const pauseMs = 250;
let sequence: Promise<unknown> = Promise.resolve();

const render = async (id: string | undefined, body: object, signal: AbortSignal): Promise<Further> => {
  const before = sequence;
  const { promise, resolve } = Promise.withResolvers<void>();
  sequence = promise;
  try {
    await before;
    signal.throwIfAborted();
    const { image, errors, warnings } = await ask<Answer>('POST', checkPath(id), body, signal);
    if (!image) return { problem: errors[0]?.message ?? texts.tooLarge };
    const { data: _, ...message } = image;
    return { image: { ...message, url: imageUrl(image) }, warnings, problem: '' };
  } finally {
    resolve();
  }
};

/** Returns the card with other settings, rendered again after each valid change of the code. */
export const useFurtherImage = (asked: object): Further => {
  const [further, setFurther] = useState<Further>({ problem: '' });
  const [now, what] = [answer.value, JSON.stringify(asked)];
  useEffect(() => {
    if (!now || now.errors.length > 0) return undefined;
    const given = new AbortController();
    const id = draft.peek()?.id;
    const body = { code: code.peek(), image: true, ...JSON.parse(what) };
    const timer = setTimeout(() => {
      render(id, body, given.signal)
        .then(setFurther)
        .catch((error) => isAborted(error) || setFurther({ problem: getMessage(error) }));
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      given.abort();
    };
  }, [now, what]);
  useRevoked(further);
  return further;
};

/** Returns the image of a listed template, rendered once it is wanted. */
export const useListedImage = (id: string, isWanted: boolean): Further => {
  const [further, setFurther] = useState<Further>({ problem: '' });
  useEffect(() => {
    if (!isWanted) return undefined;
    const given = new AbortController();
    readTemplate(id)
      .then((template) => render(id, { code: template.code, image: true }, given.signal))
      .then(setFurther)
      .catch((error) => isAborted(error) || setFurther({ problem: getMessage(error) }));
    return () => given.abort();
  }, [id, isWanted]);
  useRevoked(further);
  return further;
};

/** Revokes an image's object URL when another one replaces it. */
const useRevoked = ({ image }: Further): void => {
  const url = image?.url;
  useEffect(() => () => url && URL.revokeObjectURL(url), [url]);
};
