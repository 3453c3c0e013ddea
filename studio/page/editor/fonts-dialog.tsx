import { useEffect, useState } from 'preact/hooks';
import type { ListFontsResponse } from '../../../lambdas/contract/schemas/font.ts';
import { draft } from '../document/document.ts';
import { vocabulary } from '../knowledge/vocabulary.ts';
import { ask, getMessage } from '../session/service.ts';
import { Dialog } from '../shell/dialog.tsx';
import { complain } from '../shell/notice.tsx';
import { closeDialog } from '../shell/places.ts';
import { insertText } from './editor.tsx';
import { FontUpload } from './font-upload.tsx';

/** Inserts a family at the cursor, as a declaration of a style. */
const insert = (family: string): void => {
  closeDialog();
  insertText(`fontFamily: '${family}'`);
};

/** Dialog for choosing a font of the account or catalogue, or uploading one. */
export const FontsDialog = () => {
  const [own, setOwn] = useState<ListFontsResponse['fonts']>([]);
  const [wanted, setWanted] = useState('');
  const load = () =>
    ask<ListFontsResponse>('GET', '/v1/fonts')
      .then(({ fonts }) => setOwn(fonts))
      .catch((error) => complain(getMessage(error)));
  useEffect(() => void load(), []);
  const isWanted = (family: string): boolean => family.toLowerCase().includes(wanted.trim().toLowerCase());
  const families = [
    ...new Set([...own.map(({ family }) => family), ...vocabulary().families.map(({ name }) => name)]),
  ].filter(isWanted);
  return (
    <Dialog title="Fonts" onClose={closeDialog}>
      <FontUpload onUploaded={load} />
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
