import { useRef, useState } from 'preact/hooks';
import { errors, warnings } from '../image/checking.ts';
import { imageHost } from '../session/stage.ts';
import { getAddressProblem } from '../variables/address-problem.ts';
import { words } from '../words.ts';
import { getShownSize } from './shown-size.ts';
import { getPicture, pictureTypes, uploadAndReport } from './upload-picture.ts';

const { pictures: texts, control } = words;

interface ImageAddressProps {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly value: unknown;
  readonly placeholder?: string;
  readonly onChange: (value: unknown) => void;
}

/** The address of a picture, or a picture that is dropped, pasted or chosen here and gets one. */
export const ImageAddress = ({ id, name, label, value, placeholder, onChange }: ImageAddressProps) => {
  const [isBusy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const address = String(value ?? '');
  const problem = getAddressProblem(address, [...errors.value, ...warnings.value], imageHost);
  const upload = async (picture: File | Blob | undefined) => {
    if (!picture || isBusy) return;
    setBusy(true);
    const asset = await uploadAndReport(picture, getShownSize(name));
    if (asset) onChange(asset.url);
    setBusy(false);
  };
  const take = (event: Event, data: DataTransfer | null) => {
    const picture = getPicture(data);
    if (!picture) return;
    event.preventDefault();
    event.stopPropagation();
    void upload(picture);
  };
  return (
    <div class="picture" onDrop={(event) => take(event, event.dataTransfer)}>
      <input
        id={id}
        aria-label={label}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : `${id}-problem`}
        type="url"
        spellcheck={false}
        placeholder={placeholder || control.imagePlaceholder}
        value={address}
        onInput={(event) => onChange(event.currentTarget.value)}
        onPaste={(event) => take(event, event.clipboardData)}
      />
      <input
        ref={input}
        type="file"
        hidden
        accept={pictureTypes}
        onChange={({ currentTarget }) => {
          void upload(currentTarget.files?.[0]);
          currentTarget.value = '';
        }}
      />
      <button
        type="button"
        class="quiet"
        aria-label={texts.chooseFor(label)}
        disabled={isBusy}
        onClick={() => input.current?.click()}
      >
        {isBusy ? texts.uploading : texts.choose}
      </button>
      {problem !== undefined && (
        <p class="field-problem" id={`${id}-problem`}>
          {problem}
          {address.startsWith('data:image/') && (
            <button type="button" class="fix" disabled={isBusy} onClick={() => void readDataUrl(address).then(upload)}>
              {texts.uploadIt}
            </button>
          )}
        </p>
      )}
    </div>
  );
};

/** Returns the bytes of a `data:` address; undefined if it cannot be read. */
const readDataUrl = async (address: string): Promise<Blob | undefined> => {
  const [, type = '', base64, content = ''] = /^data:([^;,]+)[^,]*?(;base64)?,(.*)$/s.exec(address) ?? [];
  try {
    const text = base64 ? atob(content) : decodeURIComponent(content);
    const bytes = base64 ? Uint8Array.from(text, (one) => one.charCodeAt(0)) : new TextEncoder().encode(text);
    return new Blob([bytes], { type });
  } catch {
    return undefined;
  }
};
