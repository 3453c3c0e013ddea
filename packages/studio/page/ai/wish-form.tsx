import type { GenerateItem } from 'image-url-contract/schemas/generate.ts';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Refusal } from '../../templates/template-source.ts';
import { shrinkPicture } from '../pictures/shrink-picture.ts';
import { getDataUrl } from '../pictures/upload-picture.ts';
import { getMessage } from '../session/service.ts';
import { loadUsage } from '../session/usage.ts';
import { report } from '../shell/notice.tsx';
import { words } from '../words.ts';

/** Input of the model. */
export type Wish = Pick<GenerateItem, 'prompt' | 'imageDataUrl'>;

/** Fulfils a wish; when the signal fires it is canceled, and rejects unless it was saved. @throws Refusal */
export type Fulfil = (wish: Wish, signal: AbortSignal, onProgress: (text: string) => void) => Promise<void>;

interface WishFormProps {
  readonly label: string;
  readonly placeholder: string;
  /** Text of the button, before and during the request. */
  readonly words: readonly [before: string, meanwhile: string];
  readonly fulfil: Fulfil;
}

/** Longest side of a reference image; models scale larger ones down. */
const referencePx = 1_568;
const referenceBytes = 3_000_000;

/** Returns a reference image as a `data:` address, shrunk to what a model sees. */
const getReference = async (image: File): Promise<string> =>
  getDataUrl(await shrinkPicture(image, { width: referencePx, height: referencePx }, referenceBytes));

const wasCanceled = (error: unknown): boolean => error instanceof Refusal && error.code === 'GENERATION_CANCELED';

/** Form for a prompt and an optional reference image. */
export const WishForm = ({ label, placeholder, words: [before, meanwhile], fulfil }: WishFormProps) => {
  const [prompt, setPrompt] = useState('');
  const [image, setImage] = useState<File>();
  const [isBusy, setBusy] = useState(false);
  const [seconds, setSeconds] = useState(0);
  const [progress, setProgress] = useState('');
  const [problem, setProblem] = useState('');
  const [isCanceled, setCanceled] = useState(false);
  const isOpen = useRef(true);
  const underWay = useRef<AbortController | undefined>(undefined);
  useEffect(() => {
    setSeconds(0);
    if (!isBusy) return undefined;
    const timer = setInterval(() => setSeconds((count) => count + 1), 1_000);
    return () => clearInterval(timer);
  }, [isBusy]);
  // closing the dialog cancels too, as the dialog says
  useEffect(
    () => () => {
      isOpen.current = false;
      underWay.current?.abort();
    },
    [],
  );
  const cancel = () => {
    setProgress(words.ai.canceling);
    underWay.current?.abort();
  };
  const send = async (event: Event) => {
    event.preventDefault();
    const given = new AbortController();
    underWay.current = given;
    setBusy(true);
    setProblem('');
    setCanceled(false);
    setProgress('');
    try {
      await fulfil({ prompt, ...(image && { imageDataUrl: await getReference(image) }) }, given.signal, setProgress);
    } catch (error) {
      if (!wasCanceled(error)) setProblem(getMessage(error));
      else if (isOpen.current) setCanceled(true);
      else report(words.ai.canceled);
    }
    setBusy(false);
    void loadUsage();
  };
  return (
    <form onSubmit={send}>
      <label class="field" for="prompt">
        <span>{label}</span>
        <textarea
          id="prompt"
          rows={5}
          maxLength={2000}
          placeholder={placeholder}
          value={prompt}
          onInput={(event) => setPrompt(event.currentTarget.value)}
        />
      </label>
      <label class="field spaced" for="prompt-image">
        <span>{words.ai.reference}</span>
        <input
          id="prompt-image"
          type="file"
          accept="image/png,image/jpeg,image/gif,image/webp"
          onChange={(event) => setImage(event.currentTarget.files?.[0])}
        />
      </label>
      {problem && (
        <p class="failure" role="alert">
          {problem}
        </p>
      )}
      {isBusy && (
        <p class="note">
          <span role="status">{progress}</span> {words.ai.seconds(seconds)}
          <br />
          {words.ai.closing}
        </p>
      )}
      {isCanceled && (
        <p class="note" role="status">
          {words.ai.canceled}
        </p>
      )}
      <div class="choices">
        {isBusy && (
          <button type="button" onClick={cancel}>
            {words.ai.cancel}
          </button>
        )}
        <button type="submit" class="primary" disabled={isBusy || prompt.trim() === ''}>
          {isBusy ? meanwhile : before}
        </button>
      </div>
    </form>
  );
};
