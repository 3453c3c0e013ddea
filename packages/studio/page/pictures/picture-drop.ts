import { getKind } from 'image-url-engine/edge-cases.ts';
import { boxAt, boxes } from '../boxes/boxes.ts';
import { code, values } from '../document/document.ts';
import { insertAtCursor } from '../editor/editor.tsx';
import { variables } from '../image/checking.ts';
import { complain } from '../shell/notice.tsx';
import { getDefault, getLabel } from '../variables/kinds.ts';
import { words } from '../words.ts';
import { findShown, getShownSize } from './shown-size.ts';
import { getPicture, uploadAndReport } from './upload-picture.ts';

const { pictures: texts } = words;

/** Returns the names of the variables that are pictures. */
const getPictureNames = (): string[] =>
  variables.value
    .filter((variable) => {
      const value = values.value[variable.name] ?? getDefault(variable, code.value);
      return getKind(variable.name, value) === 'image';
    })
    .map(({ name }) => name);

/** Gives a picture to the variable that is shown at a place of the image, or writes it into the code if there is none. */
const givePicture = async (picture: File, at: number | undefined): Promise<void> => {
  const names = getPictureNames();
  if (names.length === 0) return insertAtCursor(picture);
  const name = (at === undefined ? undefined : findShown(at, names)) ?? (names.length === 1 ? names[0] : undefined);
  if (name === undefined) return complain(texts.which(names.map(getLabel).join(', ')));
  const asset = await uploadAndReport(picture, getShownSize(name));
  if (asset) values.value = { ...values.value, [name]: asset.url };
};

/** Takes a picture that is dropped on the displayed image. */
export const dropOnImage = (event: DragEvent): void => {
  const picture = getPicture(event.dataTransfer);
  if (!picture) return;
  event.preventDefault();
  event.stopPropagation();
  const { left, top, width, height } = (event.currentTarget as Element).getBoundingClientRect();
  const n = boxAt(boxes.value, ((event.clientX - left) / width) * 100, ((event.clientY - top) / height) * 100);
  void givePicture(picture, boxes.value[n]?.at);
};

/** Takes a picture that is pasted while the displayed image has the focus. */
export const pasteOnImage = (event: ClipboardEvent): void => {
  const picture = getPicture(event.clipboardData);
  if (!picture) return;
  event.preventDefault();
  void givePicture(picture, undefined);
};

/** Keeps the browser from leaving the page for a file that is dropped beside every place for it. */
export const catchDroppedFiles = (): void => {
  const isFile = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true;
  addEventListener('dragover', (event) => {
    if (isFile(event)) event.preventDefault();
  });
  addEventListener('drop', (event) => {
    const isElsewhere = isFile(event) && !event.defaultPrevented;
    if (isElsewhere) event.preventDefault();
    if (isElsewhere && !(event.target instanceof HTMLInputElement)) complain(texts.elsewhere);
  });
};
