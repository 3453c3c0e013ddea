import { useEffect, useRef, useState } from 'preact/hooks';
import type { CreateFontResponse, ListFontsResponse } from '../../../lambdas/contract/schemas/font.ts';
import { draft, values } from '../document/document.ts';
import { vocabulary } from '../knowledge/vocabulary.ts';
import { ask, getMessage } from '../session/service.ts';
import { Dialog } from '../shell/dialog.tsx';
import { complain, report } from '../shell/notice.tsx';
import { closeDialog } from '../shell/places.ts';
import { insertText } from './editor.tsx';

/** Returns the bytes of a file in base64. */
const getBase64 = async (file: File): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const chunk = 0x8000;
  let binary = '';
  for (let at = 0; at < bytes.length; at += chunk) binary += String.fromCharCode(...bytes.subarray(at, at + chunk));
  return btoa(binary);
};

/** Inserts a family at the cursor, as a declaration of a style. */
const insert = (family: string): void => {
  closeDialog();
  insertText(`fontFamily: '${family}'`);
};

/** Dialog for choosing a font of the account or catalogue, or uploading one. */
export const FontsDialog = () => {
  const [own, setOwn] = useState<ListFontsResponse['fonts']>([]);
  const [wanted, setWanted] = useState('');
  const [isBusy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const load = () =>
    ask<ListFontsResponse>('GET', '/v1/fonts')
      .then(({ fonts }) => setOwn(fonts))
      .catch((error) => complain(getMessage(error)));
  useEffect(() => void load(), []);
  const upload = async (file: File | undefined) => {
    if (!file) return;
    setBusy(true);
    try {
      const { font } = await ask<CreateFontResponse>('POST', '/v1/fonts', { data: await getBase64(file) });
      const isLatin = font.scripts.includes('Latin');
      report(`${font.family} is uploaded${isLatin ? '' : '; it has no Latin letters'}`);
      await load();
      // triggers a render with the font
      values.value = { ...values.value };
    } catch (error) {
      complain(getMessage(error));
    }
    if (input.current) input.current.value = '';
    setBusy(false);
  };
  const isWanted = (family: string): boolean => family.toLowerCase().includes(wanted.trim().toLowerCase());
  const families = [
    ...new Set([...own.map(({ family }) => family), ...vocabulary().families.map(({ name }) => name)]),
  ].filter(isWanted);
  return (
    <Dialog title="Fonts" onClose={closeDialog}>
      <label class="field" for="font-file">
        <span>Upload a font of your own: TTF, OTF, WOFF or WOFF2, at most 4 MB</span>
        <input
          ref={input}
          id="font-file"
          type="file"
          accept=".ttf,.otf,.woff,.woff2"
          disabled={isBusy}
          onChange={(event) => upload(event.currentTarget.files?.[0])}
        />
      </label>
      <label class="field spaced" for="font-name">
        <span>Or pick one</span>
        <input
          id="font-name"
          type="search"
          value={wanted}
          placeholder="Search"
          onInput={(event) => setWanted(event.currentTarget.value)}
        />
      </label>
      <ul class="families" aria-label="Families">
        {families.map((family) => (
          <li key={family}>
            <button type="button" class="quiet" disabled={!draft.value} onClick={() => insert(family)}>
              {family}
              {own.some((font) => font.family === family) && <span class="current">yours</span>}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
};
