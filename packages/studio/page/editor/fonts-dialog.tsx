import type { ListFontsResponse } from 'image-url-contract/schemas/font.ts';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { StudioVocabulary } from '../../server/vocabulary.ts';
import { draft } from '../document/document.ts';
import { showFace, vocabulary } from '../knowledge/vocabulary.ts';
import { ask, getMessage } from '../session/service.ts';
import { Dialog } from '../shell/dialog.tsx';
import { complain, report } from '../shell/notice.tsx';
import { closeDialog } from '../shell/places.ts';
import { words } from '../words.ts';
import { setFont } from './editor.tsx';
import { FontUpload } from './font-upload.tsx';

const { fonts: texts } = words;

/** Popular families first, then those of one script, then all others. */
const getRank = ({ name, isPopular }: ListedFamily): number => {
  if (!isPopular) return 2;
  return /^Noto Sans ./.test(name) ? 1 : 0;
};

/** Sets a family where the cursor is, and says where that is. */
const choose = (family: string): void => {
  closeDialog();
  const found = setFont(family);
  if (found) report(found.element ? texts.setElement(family, found.element) : texts.setAll(family));
};

const Family = ({ family, isOwn }: { family: ListedFamily; isOwn: boolean }) => {
  const item = useRef<HTMLLIElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) =>
      setSeen((was) => was || entries.some(({ isIntersecting }) => isIntersecting)),
    );
    if (item.current) observer.observe(item.current);
    return () => observer.disconnect();
  }, []);
  const face = isSeen ? showFace(family) : undefined;
  return (
    <li ref={item}>
      <button
        type="button"
        class="quiet"
        disabled={!draft.value}
        style={face && { fontFamily: `'${face}', var(--sans)` }}
        onClick={() => choose(family.name)}
      >
        {family.name}
        <span class="note">{isOwn ? texts.yours : family.kind}</span>
      </button>
    </li>
  );
};
type ListedFamily = StudioVocabulary['families'][number];

/** Dialog for choosing a font of the account or catalogue, or uploading one. */
export const FontsDialog = () => {
  const [own, setOwn] = useState<ListFontsResponse['fonts']>([]);
  const [wanted, setWanted] = useState('');
  const load = () =>
    ask<ListFontsResponse>('GET', '/v1/fonts')
      .then(({ fonts }) => setOwn(fonts))
      .catch((error) => complain(getMessage(error)));
  useEffect(() => void load(), []);
  const isWanted = ({ name }: ListedFamily): boolean => name.toLowerCase().includes(wanted.trim().toLowerCase());
  const known = vocabulary().families;
  const families: ListedFamily[] = [
    ...[...new Set(own.map(({ family }) => family))].map((name) => ({
      name,
      id: '',
      kind: '',
      isPopular: true,
      hasFace: false,
    })),
    ...known.toSorted((one, other) => getRank(one) - getRank(other)),
  ];
  return (
    <Dialog title={texts.title} onClose={closeDialog}>
      <FontUpload onUploaded={load} />
      <label class="field spaced" for="font-name">
        <span>{texts.choose}</span>
        <input
          id="font-name"
          type="search"
          value={wanted}
          placeholder={texts.search}
          onInput={(event) => setWanted(event.currentTarget.value)}
        />
      </label>
      <ul class="families" aria-label={texts.families}>
        {families.filter(isWanted).map((family, n) => (
          <Family key={`${family.id || n} ${family.name}`} family={family} isOwn={family.id === ''} />
        ))}
      </ul>
    </Dialog>
  );
};
