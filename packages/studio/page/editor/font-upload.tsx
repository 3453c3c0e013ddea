import type { CreateFontResponse } from 'image-url-contract/schemas/font.ts';
import { useRef, useState } from 'preact/hooks';
import { values } from '../document/document.ts';
import { ask, getMessage } from '../session/service.ts';
import { report } from '../shell/notice.tsx';
import { words } from '../words.ts';

const { fonts: texts } = words;

/** Returns the bytes of a file in base64. */
const getBase64 = async (file: File): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const chunk = 0x8000;
  let binary = '';
  for (let at = 0; at < bytes.length; at += chunk) binary += String.fromCharCode(...bytes.subarray(at, at + chunk));
  return btoa(binary);
};

/** A field that uploads a font of the account. */
export const FontUpload = ({ onUploaded }: { onUploaded: () => Promise<void> }) => {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const upload = async (file: File | undefined) => {
    if (!file) return;
    setBusy(true);
    setProblem('');
    try {
      const { font } = await ask<CreateFontResponse>('POST', '/v1/fonts', { data: await getBase64(file) });
      report(font.scripts.includes('Latin') ? texts.uploaded(font.family) : texts.noLatin(font.family));
      await onUploaded();
      // triggers a render with the font
      values.value = { ...values.value };
    } catch (error) {
      setProblem(getMessage(error));
    }
    if (input.current) input.current.value = '';
    setBusy(false);
  };
  return (
    <>
      <label class="field" for="font-file">
        <span>{texts.upload}</span>
        <input
          ref={input}
          id="font-file"
          type="file"
          accept=".ttf,.otf,.woff,.woff2"
          disabled={isBusy}
          onChange={(event) => upload(event.currentTarget.files?.[0])}
        />
      </label>
      {problem && (
        <p class="failure" role="alert">
          {problem}
        </p>
      )}
    </>
  );
};
