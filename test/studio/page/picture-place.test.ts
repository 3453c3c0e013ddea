import { javascript } from '@codemirror/lang-javascript';
import { ensureSyntaxTree } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { getPicturePlace } from 'image-url-studio/page/editor/picture-place.ts';
import { expect, it } from 'vitest';

/** Returns the place of a code's selection, from the first `|` to the last. */
const getPlace = (text: string): string | undefined => {
  const doc = text.replaceAll('|', '');
  const [anchor, head] = [text.indexOf('|'), text.lastIndexOf('|')];
  const selection = { anchor, head: anchor === head ? anchor : head - 1 };
  const state = EditorState.create({ doc, selection, extensions: javascript({ jsx: true, typescript: true }) });
  // a state parses for a few milliseconds only
  ensureSyntaxTree(state, doc.length, Number.POSITIVE_INFINITY);
  return getPicturePlace(state.update({}).state);
};

const inBody = (jsx: string): string => `export default ({ photo }) => <div>${jsx}</div>;`;

it.each([
  ['|', undefined],
  ["import { Card } from './ca|rd.tsx';", undefined],
  ["export * from './ca|rd.tsx';", undefined],
  ['export const options = { width: 12|00 };', undefined],
  ["export const options = { title: 'a|b' };", 'address'],
  ['export default () => |<div />;', undefined],
  ['export default () => <div />|;', undefined],
  ['export default () => { re|turn <div />; };', undefined],
  ['export default () => <>|</>;', 'element'],
  [inBody('|'), 'element'],
  [inBody('a|b'), 'element'],
  [inBody('|<b />'), 'element'],
  [inBody('|<b />|'), 'element'],
  [inBody('<b>|</b><i>|</i>'), undefined],
  [inBody('<i|mg />'), undefined],
  [inBody('<img | />'), undefined],
  [inBody('<img src="|" />'), 'address'],
  [inBody('<img src="|https://example.com/a.png|" />'), 'address'],
  [inBody('<img src={pho|to} />'), undefined],
  [inBody("<img src={'|'} />"), 'address'],
  [inBody('{pho|to}'), undefined],
  [inBody('{|photo}'), undefined],
  [inBody('{[1].map((n) => <b key={n}>|</b>)}'), 'element'],
  [inBody('<b style={{ background: `url(|)` }} />'), 'address'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: code of a template
  [inBody('<b style={{ background: `url(${pho|to})` }} />'), undefined],
])('a picture at | of %s', (text, place) => {
  expect(getPlace(text)).toBe(place);
});
