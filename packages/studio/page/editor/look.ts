import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const rules = {
  '&': { height: '100%', fontSize: '13px', backgroundColor: 'transparent', color: 'var(--ink)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.65', overflow: 'auto' },
  '.cm-content': { padding: '14px 0 40vh', caretColor: 'var(--accent)' },
  '.cm-line': { padding: '0 16px 0 6px' },
  '.cm-gutters': { backgroundColor: 'var(--panel)', border: 'none', color: 'var(--faint)' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 6px 0 14px', minWidth: '34px' },
  '.cm-activeLine': { backgroundColor: 'var(--line-here)' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)', borderLeftWidth: '2px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--selected)',
  },
  '.cm-selectionMatch': { backgroundColor: 'var(--selected)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--selected)', outline: '1px solid var(--line)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--panel)',
    color: 'var(--ink)',
    border: '1px solid var(--line)',
    borderRadius: '8px',
    boxShadow: 'var(--shadow)',
    overflow: 'hidden',
    fontFamily: 'var(--sans)',
    fontSize: '13px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', fontSize: '12.5px', maxHeight: '260px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 10px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--accent)', color: 'var(--on-accent)' },
  '.cm-face': { float: 'right', marginLeft: '24px', fontSize: '15px', lineHeight: '1.3' },
  '.cm-explanation': { padding: '7px 12px', maxWidth: '440px', lineHeight: '1.45' },
  '.cm-completionDetail': { fontStyle: 'normal', opacity: '0.7' },
  '.cm-diagnostic': { padding: '8px 12px', border: 'none', maxWidth: '460px', lineHeight: '1.45' },
  '.cm-diagnosticAction': {
    backgroundColor: 'var(--accent)',
    color: 'var(--on-accent)',
    borderRadius: '5px',
    padding: '2px 8px',
    margin: '6px 0 0',
    display: 'block',
  },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--bad) 1.2px',
    textUnderlineOffset: '4px',
    textDecorationSkipInk: 'none',
  },
  '.cm-lintRange-warning': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--warn) 1.2px',
    textUnderlineOffset: '4px',
    textDecorationSkipInk: 'none',
  },
  '.cm-panels': { backgroundColor: 'var(--panel)', color: 'var(--ink)', borderColor: 'var(--line)' },
  '.cm-panel.cm-search': { padding: '8px 12px', fontFamily: 'var(--sans)' },
  '.cm-panel.cm-search label': { display: 'inline-flex', alignItems: 'center', gap: '4px', fontSize: '12px' },
  '.cm-panel.cm-search input[type=checkbox]': {
    width: '14px',
    height: '14px',
    margin: '0',
    accentColor: 'var(--accent)',
  },
  '.cm-panel.cm-search .cm-textfield, .cm-panel.cm-search .cm-button': {
    display: 'inline-flex',
    width: 'auto',
    height: '28px',
    margin: '3px 6px 3px 0',
    padding: '0 10px',
    fontFamily: 'var(--sans)',
    fontSize: '13px',
    verticalAlign: 'middle',
  },
  '.cm-panel.cm-search .cm-textfield': { width: '200px' },
  '.cm-panel.cm-search [name=close]': { width: '28px', height: '28px', color: 'var(--soft)', fontSize: '18px' },
  '.cm-searchMatch': { backgroundColor: 'var(--found)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--selected)' },
  '.cm-textfield': {
    backgroundColor: 'var(--sunk)',
    border: '1px solid var(--edge)',
    borderRadius: '5px',
    color: 'inherit',
  },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--sunk)',
    border: '1px solid var(--edge)',
    borderRadius: '5px',
    color: 'inherit',
  },
};

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.controlKeyword, tags.moduleKeyword], color: 'var(--code-keyword)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--code-number)' },
  { tag: [tags.tagName, tags.angleBracket], color: 'var(--code-tag)' },
  { tag: [tags.attributeName, tags.propertyName], color: 'var(--code-name)' },
  { tag: [tags.typeName, tags.className], color: 'var(--code-tag)' },
  { tag: [tags.comment], color: 'var(--faint)', fontStyle: 'italic' },
  {
    tag: [tags.function(tags.variableName), tags.function(tags.definition(tags.variableName))],
    color: 'var(--code-call)',
  },
]);

/** The editor's theme in the page's colours, which change with the page's theme. */
export const look = [EditorView.theme(rules), syntaxHighlighting(colours)];
