import { syntaxTree } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { getCanvasSize } from '../pictures/shown-size.ts';
import { type Asset, getPicture, uploadAndReport } from '../pictures/upload-picture.ts';

/** Share of the image's shorter side that a picture has at first. */
const firstShare = 0.5;

/** Returns the names of the syntax nodes around a position, the innermost first. */
const getNodesAround = (view: EditorView, at: number): string[] => {
  const names: string[] = [];
  for (let node = syntaxTree(view.state).resolveInner(at) as { name: string; parent: unknown } | null; node; )
    [names[names.length], node] = [node.name, node.parent as typeof node];
  return names;
};

/** Returns code that shows a picture, for a position: its address in a text, an element among elements. */
const writePicture = (view: EditorView, at: number, { url, width, height }: Asset): string => {
  const [inner = '', ...outer] = getNodesAround(view, at);
  if (/String|AttributeValue/.test(inner)) return url;
  if (!/^JSX/.test(inner) && !outer.some((name) => /^JSX(Element|Fragment)/.test(name))) return `'${url}'`;
  const canvas = getCanvasSize();
  const scale = Math.min(1, (firstShare * Math.min(canvas.width, canvas.height)) / Math.max(width, height));
  const [across, down] = [width, height].map((side) => Math.max(1, Math.round(side * scale)));
  return `<img src="${url}" width={${across}} height={${down}} alt="" />`;
};

/** Uploads a picture and writes it at the cursor, as one undo step. */
export const insertPicture = async (view: EditorView, picture: File): Promise<void> => {
  const asset = await uploadAndReport(picture, getCanvasSize());
  if (!asset) return;
  const { from, to, head } = view.state.selection.main;
  const insert = writePicture(view, head, asset);
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
