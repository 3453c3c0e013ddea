import { EditorView } from '@codemirror/view';
import { getCanvasSize } from '../pictures/shown-size.ts';
import { type Asset, getPicture, uploadAndReport } from '../pictures/upload-picture.ts';
import { complain } from '../shell/notice.tsx';
import { words } from '../words.ts';
import { getPicturePlace, type PicturePlace } from './picture-place.ts';

const { pictures: texts } = words;

/** Share of the image's shorter side that a picture has at first. */
const firstShare = 0.5;

/** Returns code that shows a picture. */
const writePicture = (place: PicturePlace, { url, width, height }: Asset): string => {
  if (place === 'address') return url;
  const canvas = getCanvasSize();
  const scale = Math.min(1, (firstShare * Math.min(canvas.width, canvas.height)) / Math.max(width, height));
  const [across, down] = [width, height].map((side) => Math.max(1, Math.round(side * scale)));
  return `<img src="${url}" width={${across}} height={${down}} alt="" />`;
};

/** Uploads a picture and writes it at the cursor, as one undo step; where it would break the code, says so. */
export const insertPicture = async (view: EditorView, picture: File): Promise<void> => {
  if (!getPicturePlace(view.state)) return complain(texts.noPlace);
  const asset = await uploadAndReport(picture, getCanvasSize());
  if (!asset) return;
  const place = getPicturePlace(view.state);
  if (!place) return complain(texts.noPlace);
  const { from, to } = view.state.selection.main;
  const insert = writePicture(place, asset);
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    userEvent: 'input.paste',
  });
  view.focus();
};

/** A picture that is dropped or pasted is uploaded and written into the code. */
export const pictureInput = EditorView.domEventHandlers({
  drop: (event, view) => {
    const picture = getPicture(event.dataTransfer);
    if (!picture) return false;
    event.preventDefault();
    const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
    if (at !== null) view.dispatch({ selection: { anchor: at } });
    void insertPicture(view, picture);
    return true;
  },
  paste: (event, view) => {
    const picture = getPicture(event.clipboardData);
    // office programs add a picture of the text that they copy
    if (!picture || event.clipboardData?.getData('text/plain')) return false;
    event.preventDefault();
    void insertPicture(view, picture);
    return true;
  },
});
