import { isExpressionAhead, regexLiteral } from './expression-start.ts';
import { afterSpace } from './skip.ts';

/** A tag as it stands in a source; `''` is a fragment's name. */
export interface Tag {
  readonly name: string;
  /** Position of its `<`, in UTF-16 code units. */
  readonly at: number;
}

/** What is wrong with how tags, and the braces around them, open and close. */
export type TagProblem =
  | { readonly kind: 'unclosed'; readonly tag: Tag; readonly before?: Tag }
  | { readonly kind: 'misspelt'; readonly tag: Tag; readonly closing: Tag }
  | { readonly kind: 'stray'; readonly closing: Tag }
  | { readonly kind: 'unfinished'; readonly tag: Tag }
  | { readonly kind: 'brace'; readonly at: number; readonly before?: Tag }
  | { readonly kind: 'html-comment'; readonly at: number };

/** What the scanner stands in: code up to a brace, a template literal, a tag's attributes, or an element's children. */
type Frame =
  | { readonly kind: 'code'; readonly at: number }
  | { readonly kind: 'template' }
  | { readonly kind: 'attributes' | 'children'; readonly tag: Tag };

const string = /"(?:[^"\\\n\r]|\\[\s\S])*"|'(?:[^'\\\n\r]|\\[\s\S])*'/y;
const word = /[\p{ID_Start}$_\d][\p{ID_Continue}$.]*/uy;
const opening = /<(?!\/)([A-Za-z_$][\w$]*(?:[.:-][\w$]+)*)?/y;
const closing = /<\/\s*(?:([A-Za-z_$][\w$]*(?:[.:-][\w$]+)*)\s*)?>?/y;
const typeParameters = /<\s*(?:const\s+)?[A-Z_$][\w$]*\s*(?:,|\bextends\b|=|>\s*\()/y;
const templateText = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))+/y;
const attributeParts = /(?:[^<>{}"'/]|\/(?![>/*]))+|"[^"]*"|'[^']*'/y;
const childText = /[^<>{}]+|>/y;
/** A longer literal is taken for signs: each `/` without an end would be looked through to the end of its line. */
const longestRegex = 500;
const typeArguments = /<[^<>(){}]*>/y;

/** Most problems collected; a source that is no JSX at all has thousands. */
const mostProblems = 40;

/**
 * Finds tags that are not closed as they were opened. A parser gives up at the first place where nothing makes sense any
 * more, which can be the end of the file; this only looks at tags, and goes on.
 *
 * @returns nothing where it cannot follow the code.
 */
export const scanTags = (source: string): TagProblem[] => new TagScanner(source).scan();

class TagScanner {
  private readonly frames: Frame[] = [{ kind: 'code', at: 0 }];
  private readonly problems: TagProblem[] = [];
  private readonly source: string;
  private readonly lastClose: number;
  private at = 0;
  /** The last token of code: tells a tag from "less than", and a regular expression from a division. */
  private last = '';

  constructor(source: string) {
    this.source = source;
    this.lastClose = source.lastIndexOf('*/');
  }

  scan(): TagProblem[] {
    while (this.at < this.source.length && this.problems.length < mostProblems) {
      const frame = this.frames.at(-1) as Frame;
      const goesOn =
        frame.kind === 'children'
          ? this.scanChildren()
          : frame.kind === 'attributes'
            ? this.scanAttributes(frame.tag)
            : frame.kind === 'template'
              ? this.scanTemplate()
              : this.scanCode();
      if (!goesOn) return this.found();
    }
    this.closeAll();
    const frame = this.frames.at(-1);
    if (frame?.kind === 'code' && this.frames.length > 1) this.problems.push({ kind: 'brace', at: frame.at });
    return this.found();
  }

  private found(): TagProblem[] {
    return this.problems.slice(0, mostProblems);
  }

  private skipSpace(): boolean {
    const { at } = this;
    this.at = afterSpace(this.source, at, this.lastClose);
    return this.at > at;
  }

  private takeRegex(): RegExpExecArray | undefined {
    regexLiteral.lastIndex = 0;
    const found = regexLiteral.exec(this.source.slice(this.at, this.at + longestRegex)) ?? undefined;
    this.at += found?.[0].length ?? 0;
    return found;
  }

  private take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.source) ?? undefined;
    if (found) this.at = pattern.lastIndex;
    return found;
  }

  private scanCode(): boolean {
    if (this.skipSpace()) return true;
    const found = this.take(string) ?? (isExpressionAhead(this.last) ? this.takeRegex() : undefined);
    const text = found ?? this.take(word);
    if (text) {
      this.last = found ? '""' : text[0];
      return true;
    }
    if (this.source[this.at] === '<') return this.scanAngle();
    const sign = this.source[this.at] as string;
    if (sign === '"' || sign === "'") return false;
    this.at += 1;
    this.last = sign;
    if (sign === '`') this.frames.push({ kind: 'template' });
    if (sign === '{') this.openBrace();
    if (sign === '}' && this.frames.length > 1) this.frames.pop();
    return true;
  }

  /** A `<` in code: a tag where an expression may begin, else a comparison or a type. */
  private scanAngle(): boolean {
    const { at } = this;
    const end = this.take(closing);
    if (end?.[0].endsWith('>')) return this.closeInCode({ name: end[1] ?? '', at });
    this.at = at;
    if (isExpressionAhead(this.last) && !matches(typeParameters, this.source, at)) return this.openTag();
    this.at += 1;
    this.last = '<';
    return true;
  }

  /** A closing tag where only code may stand: the brace around the code is not closed, or no such tag is open. */
  private closeInCode(end: Tag): boolean {
    const around = this.frames.findLastIndex(({ kind }) => kind === 'children' || kind === 'attributes');
    const frame = this.frames[around];
    const brace = this.frames[around + 1];
    if (frame?.kind !== 'children' && frame?.kind !== 'attributes') {
      this.problems.push({ kind: 'stray', closing: end });
      this.last = ')';
      return true;
    }
    if (brace?.kind !== 'code') return false;
    this.problems.push({ kind: 'brace', at: brace.at, before: end });
    this.frames.splice(around, Number.POSITIVE_INFINITY, { kind: 'children', tag: frame.tag });
    return this.closeTag(end);
  }

  private openTag(): boolean {
    const { at } = this;
    const [, name = ''] = this.take(opening) ?? [];
    if (name !== '') this.take(typeArguments);
    this.frames.push({ kind: 'attributes', tag: { name, at } });
    return true;
  }

  private scanAttributes(tag: Tag): boolean {
    if (this.skipSpace() || this.take(attributeParts)) return true;
    const rest = this.source.slice(this.at, this.at + 2);
    if (rest === '/>') {
      this.at += 2;
      this.endElement();
      return true;
    }
    this.at += 1;
    if (rest.startsWith('>')) this.frames[this.frames.length - 1] = { kind: 'children', tag };
    else if (rest.startsWith('{')) this.openBrace();
    else {
      if (rest.startsWith('<')) this.problems.push({ kind: 'unfinished', tag });
      return false;
    }
    return true;
  }

  private scanTemplate(): boolean {
    if (this.take(templateText)) return true;
    if (this.source[this.at] === '`') {
      this.at += 1;
      this.frames.pop();
      this.last = '""';
    } else {
      this.at += 2;
      this.openBrace();
    }
    return true;
  }

  private scanChildren(): boolean {
    if (this.take(childText)) return true;
    const { at } = this;
    if (this.source.startsWith('<!--', at)) {
      this.problems.push({ kind: 'html-comment', at });
      const end = this.source.indexOf('-->', at);
      this.at = end < 0 ? this.source.length : end + 3;
      return true;
    }
    const end = this.take(closing);
    if (end) return this.closeTag({ name: end[1] ?? '', at });
    if (this.source[at] === '<') return this.openTag();
    if (this.source[at] === '{') {
      this.at += 1;
      return this.openBrace();
    }
    this.closeAll();
    return true;
  }

  /** Right after a brace. */
  private openBrace(): boolean {
    this.frames.push({ kind: 'code', at: this.at - 1 });
    this.last = '{';
    return true;
  }

  private endElement(): void {
    this.frames.pop();
    this.last = ')';
  }

  private closeTag(end: Tag): boolean {
    const around = this.frames.at(-1);
    if (around?.kind === 'children' && around.tag.name === end.name) {
      this.endElement();
      return true;
    }
    const open = this.openElements();
    const isIts = (tag: Tag) => tag.name === end.name;
    if (open.some(isIts)) {
      for (const tag of open.slice(0, open.findIndex(isIts))) {
        this.problems.push({ kind: 'unclosed', tag, before: end });
        this.endElement();
      }
      this.endElement();
      return true;
    }
    const [innermost] = open;
    if (innermost && this.isShort(innermost.name)) {
      this.problems.push({ kind: 'misspelt', tag: innermost, closing: end });
      this.endElement();
    } else {
      this.problems.push({ kind: 'stray', closing: end });
    }
    return true;
  }

  /** The elements whose children are being read, innermost first, up to the code around them. */
  private openElements(): Tag[] {
    const open: Tag[] = [];
    for (const frame of this.frames.toReversed()) {
      if (frame.kind !== 'children') break;
      open.push(frame.tag);
    }
    return open;
  }

  /** Whether the whole source opens a tag more often than it closes it. */
  private isShort(name: string): boolean {
    const count = (pattern: string) => this.source.match(new RegExp(pattern, 'g'))?.length ?? 0;
    const escaped = name.replaceAll(/[.$]/g, '\\$&');
    const opened = count(`<${escaped}(?=[\\s>])(?:[^<>{}]|\\{[^{}]*\\}|\\{\\{[^{}]*\\}\\})*(?<!/)>`);
    return opened > count(`</\\s*${escaped}\\s*>`);
  }

  private closeAll(): void {
    for (const tag of this.openElements()) {
      this.problems.push({ kind: 'unclosed', tag });
      this.endElement();
    }
  }
}

const matches = (pattern: RegExp, text: string, at: number): boolean => {
  pattern.lastIndex = at;
  return pattern.test(text);
};
