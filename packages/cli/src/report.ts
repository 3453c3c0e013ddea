import { writeInside } from './project-files.ts';

/** One image of a report. */
export interface ReportRow {
  readonly title: string;
  readonly message: string;
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array | undefined;
  readonly difference: Uint8Array | undefined;
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (one) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[one] ?? one);

const figure = (what: string, png: Uint8Array | undefined): string =>
  png
    ? `<figure><img alt="${what}" src="data:image/png;base64,${Buffer.from(png).toString('base64')}"><figcaption>${what}</figcaption></figure>`
    : `<figure><div class="none">none</div><figcaption>${what}</figcaption></figure>`;

const style = `
  body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 100rem; padding: 0 1rem; color: #1c1917; background: #fafaf9; }
  h2 { font-size: 1.1rem; margin: 2.5rem 0 0; } p { margin: 0 0 .5rem; color: #57534e; }
  .row { display: grid; grid-template-columns: repeat(auto-fit, minmax(18rem, 1fr)); gap: 1rem; }
  figure { margin: 0; } img, .none { width: 100%; box-sizing: border-box; border: 1px solid #d6d3d1; background: repeating-conic-gradient(#eee 0 25%, #fff 0 50%) 0 0 / 16px 16px; }
  .none { padding: 3rem; text-align: center; color: #78716c; } figcaption { color: #57534e; font-size: .875rem; }`;

/** Writes a self-contained page with the images before and after, and their difference. @returns its path */
export const writeReport = async (root: string, title: string, rows: readonly ReportRow[]): Promise<string> => {
  const shown = rows.map(
    ({ title: what, message, before, after, difference }) =>
      `<section><h2>${escaped(what)}</h2><p>${escaped(message)}</p><div class="row">${figure('before', before)}${figure('after', after)}${figure('difference', difference)}</div></section>`,
  );
  const page = `<!doctype html>\n<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title><style>${style}</style>\n<h1>${escaped(title)}</h1>\n${shown.join('\n')}\n</html>\n`;
  return writeInside(root, '.image-url/report.html', ['.html'], page);
};
