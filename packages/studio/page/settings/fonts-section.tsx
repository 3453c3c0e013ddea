import type { ListFontsResponse } from 'image-url-contract/schemas/font.ts';
import { FontUpload } from '../editor/font-upload.tsx';
import { kilobytes } from '../image/kilobytes.ts';
import { ask } from '../session/service.ts';
import { report } from '../shell/notice.tsx';
import { words } from '../words.ts';
import { Deletion, Entries, Facts, formatDay } from './parts.tsx';
import { may } from './rights.ts';
import { useLoaded } from './use-loaded.ts';

const { fonts: texts, settings } = words;

/** Fonts of the account. */
export const FontsSection = () => {
  const { value, problem, reload } = useLoaded<ListFontsResponse>('/v1/fonts');
  const remove = async (fontId: string, family: string): Promise<void> => {
    await ask('DELETE', `/v1/fonts/${encodeURIComponent(fontId)}`);
    report(settings.deleted(family));
    await reload();
  };
  return (
    <>
      <p class="lead">{texts.lead}</p>
      {may('fonts:write') && <FontUpload onUploaded={reload} />}
      <Entries entries={value?.fonts} problem={problem} none={texts.none} label={settings.sections.fonts}>
        {({ fontId, family, faces, isVariable, scripts, bytes, createdAt }) => (
          <li key={fontId}>
            <p class="entry-title">{family}</p>
            <Facts
              facts={[
                isVariable ? texts.variable : texts.faces(faces.length),
                scripts.join(', '),
                kilobytes(bytes),
                settings.created(formatDay(createdAt)),
              ]}
            />
            {may('fonts:write') && (
              <div class="entry-actions">
                <Deletion name={family} text={texts.confirm} onConfirm={() => remove(fontId, family)} />
              </div>
            )}
          </li>
        )}
      </Entries>
    </>
  );
};
