/** Attributes whose names differ in JSX by more than their hyphens. */
const renamed: Readonly<Record<string, string>> = { class: 'className', for: 'htmlFor', 'xlink:href': 'href' };

/** Elements without an effect in an image. */
const ignored = new Set(['script', 'noscript', 'template', 'link', 'meta', 'title', 'base']);

const toCamelCase = (name: string): string => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Splits declarations at their `;`, of which those in brackets and quotes are none. */
const splitDeclarations = (text: string): string[] => text.match(/(?:[^;("']|\([^)]*\)|"[^"]*"|'[^']*'|[("'])+/g) ?? [];

/** Returns declarations as an object in JSX: `{{ fontSize: "20px" }}`. */
const writeStyle = (text: string): string => {
  const written = splitDeclarations(text).flatMap((declaration) => {
    const at = declaration.indexOf(':');
    const [name, value] = [declaration.slice(0, Math.max(at, 0)).trim(), declaration.slice(at + 1).trim()];
    if (name === '' || value === '') return [];
    return [`${name.startsWith('--') ? JSON.stringify(name) : toCamelCase(name)}: ${JSON.stringify(value)}`];
  });
  return `{{ ${written.join(', ')} }}`;
};

const writeAttribute = ({ name, value }: Attr): string => {
  if (name.startsWith('on')) return '';
  if (name === 'style') return ` style=${writeStyle(value)}`;
  const isKept = /^(data|aria)-/.test(name);
  const text = /["\\{}\n&]/.test(value) ? `{${JSON.stringify(value)}}` : `"${value}"`;
  return ` ${renamed[name] ?? (isKept ? name : toCamelCase(name))}=${text}`;
};

/** Characters of a text that JSX would read otherwise. */
const special: Readonly<Record<string, string>> = {
  '{': "{'{'}",
  '}': "{'}'}",
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
};

const writeText = (text: string): string =>
  text.replace(/[{}<>&]/g, (character) => special[character] ?? character).replace(/\u00a0/g, '&nbsp;');

const writeNode = (node: Node): string => {
  if (node.nodeType === Node.TEXT_NODE) return writeText(node.nodeValue ?? '');
  if (!(node instanceof Element) || ignored.has(node.localName)) return '';
  const name = node.localName;
  if (name === 'style') return `<style>{${JSON.stringify(node.textContent)}}</style>`;
  const attributes = [...node.attributes].map(writeAttribute).join('');
  const children = [...node.childNodes].map(writeNode).join('');
  return children === '' ? `<${name}${attributes} />` : `<${name}${attributes}>${children}</${name}>`;
};

interface TypePolicies {
  createPolicy(name: string, rules: { createHTML(text: string): string }): { createHTML(text: string): string };
}
/** What is parsed into a `<template>` runs nothing and loads nothing, so any text may be. */
const policy = (globalThis as { trustedTypes?: TypePolicies }).trustedTypes?.createPolicy('html-to-jsx', {
  createHTML: (text) => text,
});

/** Returns HTML as JSX, in one root, without scripts, comments and handlers of events. */
export const htmlToJsx = (html: string): string => {
  const template = document.createElement('template');
  // a page's own tags leave their content
  template.innerHTML = policy?.createHTML(html) ?? html;
  const nodes = [...template.content.childNodes].map((node) => ({ node, text: writeNode(node).trim() }));
  const written = nodes.filter(({ text }) => text !== '');
  const isOneElement = written.length === 1 && written[0]?.node instanceof Element;
  return isOneElement ? (written[0]?.text ?? '') : `<>\n${written.map(({ text }) => text).join('\n')}\n</>`;
};

/** What HTML has and JSX does not: `class`, styles as text, comments, a doctype, elements without an end. */
const ofHtml =
  /\sclass\s*=\s*["']|\sstyle\s*=\s*["']|<!--|<!doctype|<(?:br|hr|img|input|meta|link)(?:\s[^<>{}]*[^<>{}/])?>/i;

/** Returns whether a text is HTML that is no JSX. */
export const isHtml = (text: string): boolean =>
  /^\s*<[a-z!]/i.test(text) && ofHtml.test(text) && !/className=|=\{|^\s*(import|export)\b/m.test(text);
