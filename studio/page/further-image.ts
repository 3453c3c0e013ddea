import { useEffect, useState } from 'preact/hooks';
import { type Answer, answer, type Diagnostic, imageUrl, type Shown } from './checking.ts';
import { code, draft } from './document.ts';
import { ask, getMessage, isAborted } from './service.ts';
import { checkPath, readTemplate } from './templates.ts';

export interface Further {
  readonly picture?: Shown | undefined;
  /** What the service says of it. */
  readonly warnings?: readonly Diagnostic[];
  /** Why there is none. */
  readonly problem: string;
}

/** Further images wait for each other, and let the one that is being worked on go first. */
const pauseMs = 250;
let sequence: Promise<unknown> = Promise.resolve();

const render = async (id: string | undefined, body: object, signal: AbortSignal): Promise<Further> => {
  const before = sequence;
  const { promise, resolve } = Promise.withResolvers<void>();
  sequence = promise;
  try {
    await before;
    signal.throwIfAborted();
    const { picture: image, errors, warnings } = await ask<Answer>('POST', checkPath(id), body, signal);
    if (!image) return { problem: errors[0]?.message ?? 'Too large to show.' };
    const { data: _, ...message } = image;
    return { picture: { ...message, url: imageUrl(image) }, warnings, problem: '' };
  } finally {
    resolve();
  }
};

/** The card in another way than it stands on the page: rendered again whenever the code was found good. */
export const useFurtherImage = (asked: object): Further => {
  const [further, setFurther] = useState<Further>({ problem: '' });
  const [now, what] = [answer.value, JSON.stringify(asked)];
  useEffect(() => {
    if (!now || now.errors.length > 0) return undefined;
    const given = new AbortController();
    const id = draft.peek()?.id;
    const body = { code: code.peek(), picture: true, ...JSON.parse(what) };
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

/** A template of the list as it stands, rendered once it is wanted. */
export const useListedImage = (id: string, isWanted: boolean): Further => {
  const [further, setFurther] = useState<Further>({ problem: '' });
  useEffect(() => {
    if (!isWanted) return undefined;
    const given = new AbortController();
    readTemplate(id)
      .then((template) => render(id, { code: template.code, picture: true }, given.signal))
      .then(setFurther)
      .catch((error) => isAborted(error) || setFurther({ problem: getMessage(error) }));
    return () => given.abort();
  }, [id, isWanted]);
  useRevoked(further);
  return further;
};

/** Gives an image's address back when another takes its place. */
const useRevoked = ({ picture: image }: Further): void => {
  const url = image?.url;
  useEffect(() => () => url && URL.revokeObjectURL(url), [url]);
};
