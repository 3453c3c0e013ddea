import { useEffect, useState } from 'preact/hooks';
import { type Answer, answer, pictureUrl, type Shown } from './checking.ts';
import { code, draft } from './document.ts';
import { ask, isAborted, messageOf } from './service.ts';
import { checkPath, readTemplate } from './templates.ts';

export interface Further {
  readonly picture?: Shown | undefined;
  /** Why there is none. */
  readonly problem: string;
}

/** Further pictures wait for each other, and let the one that is being worked on go first. */
const pauseMs = 250;
let turn: Promise<unknown> = Promise.resolve();

const draw = async (id: string | undefined, body: object, signal: AbortSignal): Promise<Further> => {
  const before = turn;
  const { promise, resolve } = Promise.withResolvers<void>();
  turn = promise;
  try {
    await before;
    signal.throwIfAborted();
    const { picture, errors } = await ask<Answer>('POST', checkPath(id), body, signal);
    if (!picture) return { problem: errors[0]?.message ?? 'Too large to show.' };
    const { data: _, ...said } = picture;
    return { picture: { ...said, url: pictureUrl(picture) }, problem: '' };
  } finally {
    resolve();
  }
};

/** The card in another way than it stands on the page: drawn again whenever the code was found good. */
export const useFurtherPicture = (asked: object): Further => {
  const [further, setFurther] = useState<Further>({ problem: '' });
  const [now, what] = [answer.value, JSON.stringify(asked)];
  useEffect(() => {
    if (!now || now.errors.length > 0) return undefined;
    const given = new AbortController();
    const id = draft.peek()?.id;
    const body = { code: code.peek(), picture: true, ...JSON.parse(what) };
    const timer = setTimeout(() => {
      draw(id, body, given.signal)
        .then(setFurther)
        .catch((error) => isAborted(error) || setFurther({ problem: messageOf(error) }));
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      given.abort();
    };
  }, [now, what]);
  useRevoked(further);
  return further;
};

/** A template of the list as it stands, drawn once it is wanted. */
export const useListedPicture = (id: string, isWanted: boolean): Further => {
  const [further, setFurther] = useState<Further>({ problem: '' });
  useEffect(() => {
    if (!isWanted) return undefined;
    const given = new AbortController();
    readTemplate(id)
      .then((template) => draw(id, { code: template.code, picture: true }, given.signal))
      .then(setFurther)
      .catch((error) => isAborted(error) || setFurther({ problem: messageOf(error) }));
    return () => given.abort();
  }, [id, isWanted]);
  useRevoked(further);
  return further;
};

/** Gives a picture's address back when another takes its place. */
const useRevoked = ({ picture }: Further): void => {
  const url = picture?.url;
  useEffect(() => () => url && URL.revokeObjectURL(url), [url]);
};
