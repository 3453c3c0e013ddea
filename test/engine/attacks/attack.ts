import type { EngineName } from '#engine/engine-names.ts';

/** How an attack ends: with an image, or with one of the interface's errors. */
export type Ending = 'image' | 'COMPILE_ERROR' | 'INVALID_VARIABLES' | 'INVALID_DEVICE_PIXEL_RATIO' | 'RENDER_ERROR';

export interface Attack {
  readonly title: string;
  readonly code: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly options?: Readonly<Record<string, unknown>>;
  /** The one way it ends; of attacks that are rendered, where the engines differ, with each of them. */
  readonly ends: Ending | Readonly<Record<EngineName, Ending>>;
  /** Takes more than a second of processor time: the short run takes fewer of these. */
  readonly isSlow?: boolean;
}

type More = Partial<Omit<Attack, 'title' | 'code'>>;

/** Attacks of one kind: what they have in common, and their code by their titles. */
export const each = <Common extends readonly unknown[]>(
  make: (title: string, code: string, ...common: Common) => Attack,
  common: Common,
  codes: Readonly<Record<string, string>>,
): readonly Attack[] => Object.entries(codes).map(([title, code]) => make(title, code, ...common));

/** A source as it is written. */
export const written = (title: string, code: string, more: More = {}): Attack => ({
  title,
  code,
  ends: 'image',
  ...more,
});

/** Does something whenever it runs: the trial at saving meets it already. */
export const always = (title: string, work: string, more: More = {}): Attack =>
  written(title, `export default function T() { ${work}; return <div>done</div>; }`, {
    ends: 'COMPILE_ERROR',
    ...more,
  });

/** Does something only for the variables of a mint; saving it succeeds. */
export const armed = (title: string, work: string, more: More = {}): Attack =>
  written(title, `export default function T({ go = '' }) { if (go) { ${work}; } return <div>done</div>; }`, {
    ...{ variables: { go: 'now' }, ends: 'INVALID_VARIABLES' },
    ...more,
  });

/** Does something while its module is read. */
export const atOnce = (title: string, work: string, more: More = {}): Attack =>
  written(title, `${work}; export default function T() { return <div>done</div>; }`, {
    ends: 'COMPILE_ERROR',
    ...more,
  });

/** Renders an expression. What cannot be rendered fails when it is saved, or when its image is requested. */
export const rendering = (title: string, jsx: string, more: More = {}): Attack =>
  written(title, `export default function T() { return ${jsx}; }`, more);

/** A box with a style, written as the properties of an object. */
export const styled = (title: string, style: string, text = "'hello'", more: More = {}): Attack =>
  rendering(title, `<div style={{ width: '100%', height: '100%', ${style} }}>{${text}}</div>`, more);

/** An SVG document, written as an expression, as the image of an `<img>`. */
export const pictured = (title: string, svg: string, more: More = {}): Attack =>
  rendering(
    title,
    `<div style={{ width: '100%', height: '100%', display: 'flex' }}>
      <img width={600} height={300} src={'data:image/svg+xml,' + encodeURIComponent(${svg})} />
    </div>`,
    more,
  );

/** The content of an SVG document of 1200 by 630, written as an expression, rendered by way of an `<img>`. */
export const svgWith = (title: string, content: string, more: More = {}): Attack =>
  pictured(
    title,
    `'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="1200" height="630" viewBox="0 0 1200 630">' + ${content} + '</svg>'`,
    more,
  );

/** Takes more than a second of processor time. */
export const isSlow = true;

/** The same attack, rendered by an engine. */
export const renderedBy = (engine: EngineName, { title, code, ends, ...attack }: Attack): Attack => ({
  ...attack,
  ends: typeof ends === 'string' ? ends : ends[engine],
  title: `${engine}: ${title}`,
  code: `export const options = { engine: '${engine}' };\n${code}`,
});
