import { chromium } from 'playwright-core';
import { readUtilities } from '#engine/styles/tailwind/utilities.ts';
import { executable } from './chromium.ts';
import { tailwindSheet } from './tailwind.ts';

/** A property of a class that Chromium computes otherwise from Tailwind's own style sheet than from ours. */
export interface ValueDifference {
  readonly name: string;
  /** Of the element, or of its first or second child: `first margin-right`. */
  readonly property: string;
  readonly theirs: string;
  readonly ours: string;
}

const classesPerPage = 1_500;
const width = 1_200;

const unitless =
  /^(?:lineHeight|opacity|zIndex|order|flex|flexGrow|flexShrink|fontWeight|WebkitLineClamp|strokeWidth|aspectRatio)$/;

const toCss = (style: Readonly<Record<string, string | number>>): string =>
  Object.entries(style)
    .map(([name, value]) => {
      const property = name.startsWith('--') ? name : name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      return `${property}:${typeof value === 'number' && !unitless.test(name) ? `${value}px` : value}`;
    })
    .join(';');

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** Two boxes with three children each: the first has a class, the second our style for it. */
const getBoxes = (name: string): string => {
  const { style, betweenChildren } = readUtilities(name, width);
  const [own, between] = [escaped(toCss(style)), escaped(toCss(betweenChildren))];
  const child = `<i class="child" style="${between}"></i>`;
  const children = '<i class="child"></i>';
  return `<div class="frame"><div class="own ${escaped(name)}">${children.repeat(3)}</div></div><div class="frame"><div class="own" style="${own}">${child}${child}${children}</div></div>`;
};

const pageStyle = `@layer page {
  * { box-sizing: border-box }
  .frame { position: relative; width: 400px; height: 300px; overflow: hidden; font-size: 16px; transform: rotate(0) }
  .child { display: block }
}`;

/** Runs in the page: returns the differences of each pair of boxes as `[property, theirs, ours]`. */
const compareBoxes = `(() => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const known = new Map();
  const toColour = (text) => {
    if (known.has(text)) return known.get(text);
    const [, share] = /\\/\\s*([\\d.]+%?)\\s*\\)$/.exec(text) ?? /^rgba\\((?:[^,]+,){3}\\s*([\\d.]+)\\)$/.exec(text) ?? [];
    const alpha = share === undefined ? 1 : share.endsWith('%') ? parseFloat(share) / 100 : Number(share);
    const solid = text.replace(/,\\s*[\\d.]+\\)$/, (end) => (text.startsWith('rgba') ? ', 1)' : end)).replace(/\\/\\s*[\\d.]+%?\\s*\\)$/, ')');
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = '#000';
    canvas.fillStyle = solid;
    canvas.fillRect(0, 0, 1, 1);
    const result = alpha === 0 ? 'C(0 0 0 0)' : 'C(' + [...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3), alpha].join(' ') + ')';
    known.set(text, result);
    return result;
  };
  const number = /-?[\\d.]+(?:e[-+]?\\d+)?/g;
  const normalise = (value) => value
    .replace(/(?:rgba?|oklab|oklch|lab|lch|color|hsla?)\\([^()]*\\)/g, toColour)
    .replace(/ in oklab(?=[,)])/g, '');
  const isAlike = (theirs, ours) => {
    const [a, b] = [normalise(theirs), normalise(ours)];
    if (a === b) return true;
    if (a.replace(number, '#') !== b.replace(number, '#')) return false;
    const [one, other] = [a.match(number) ?? [], b.match(number) ?? []];
    return one.every((amount, index) => Math.abs(amount - other[index]) <= (a.includes('C(') ? 3 : 0.03));
  };
  const layers = (value) => value.split(/,(?![^(]*\\))(?![^(]*\\([^)]*\\)[^(]*\\))/).map((layer) => layer.trim());
  const withoutIdle = (property, value, style) => {
    if (property === 'box-shadow')
      return layers(value).filter((layer) => !/^rgba\\(0, 0, 0, 0\\) 0px 0px 0px 0px(?: inset)?$/.test(layer)).join(', ') || 'none';
    if (!property.startsWith('mask-')) return value;
    const white = 'linear-gradient(rgb(255, 255, 255), rgb(255, 255, 255))';
    const shown = style.maskImage.replaceAll(white + ', ', '').replaceAll(', ' + white, '');
    if (property === 'mask-image') return shown === white ? 'none' : shown;
    const isIdle = property === 'mask-composite' && style.maskImage.includes('-gradient(') && shown.split('-gradient(').length < 3;
    return isIdle ? 'add' : value.split(',')[0];
  };
  const toMatrix = (element, style) => {
    const join = (value, count, rest) => [...value.split(' '), ...rest].slice(0, count).join(',');
    const axes = { x: '1,0,0', y: '0,1,0', z: '0,0,1' };
    const parts = [
      style.translate === 'none' ? '' : 'translate3d(' + join(style.translate, 3, ['0px', '0px']) + ')',
      style.rotate === 'none' ? '' : style.rotate.includes(' ') ? 'rotate3d(' + style.rotate.replace(/^[xyz]/, (axis) => axes[axis]).split(' ').join(',') + ')' : 'rotate(' + style.rotate + ')',
      style.scale === 'none' ? '' : 'scale3d(' + (style.scale.includes(' ') ? join(style.scale, 3, [1]) : [style.scale, style.scale, 1].join(',')) + ')',
      style.transform === 'none' ? '' : style.transform,
    ].join(' ').trim();
    if (parts === '') return 'none';
    const probe = document.createElement('div');
    probe.style.cssText = 'position:absolute;width:' + element.offsetWidth + 'px;height:' + element.offsetHeight + 'px;transform:' + parts;
    document.body.append(probe);
    const { transform } = getComputedStyle(probe);
    probe.remove();
    return transform === 'matrix(1, 0, 0, 1, 0, 0)' ? 'none' : transform;
  };
  const derived = /^(?:--|-webkit-mask|translate$|rotate$|scale$|transform$|perspective-origin$|transform-origin$|d$|.*-?(?:block|inline)-size$|inset-|.*-inline|.*-block|border-(?:start|end))/;
  const properties = [...getComputedStyle(document.body)].filter((property) => !derived.test(property));
  const frames = [...document.querySelectorAll('.frame')];
  return frames.flatMap((frame, index) => {
    if (index % 2 > 0) return [];
    const [theirs, ours] = [frame, frames[index + 1]].map(({ firstElementChild }) => firstElementChild);
    const pairs = [['', theirs, ours], ['first ', theirs.children[0], ours.children[0]], ['child ', theirs.children[1], ours.children[1]]];
    return [pairs.flatMap(([prefix, one, other]) => {
      const [a, b] = [getComputedStyle(one), getComputedStyle(other)];
      const values = properties.map((property) => [property, a.getPropertyValue(property), b.getPropertyValue(property)]);
      const unlike = values.filter(([, x, y]) => x !== y).map(([property, x, y]) => [property, withoutIdle(property, x, a), withoutIdle(property, y, b)]);
      return [...unlike, ['transform', toMatrix(one, a), toMatrix(other, b)]]
        .filter(([, x, y]) => !isAlike(x, y))
        .map(([property, x, y]) => [prefix + property, x, y]);
    })];
  });
})()`;

/** Returns the values that Chromium computes otherwise from our styles of some classes than from Tailwind's. */
export const getValueDifferences = async (names: readonly string[]): Promise<ValueDifference[]> => {
  const args = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'];
  const browser = await chromium.launch({ executablePath: executable, args });
  try {
    const page = await browser.newPage({ viewport: { width, height: 630 } });
    const found: ValueDifference[] = [];
    for (let start = 0; start < names.length; start += classesPerPage) {
      const batch = names.slice(start, start + classesPerPage);
      const sheet = await tailwindSheet(batch, '', (families) => families);
      await page.setContent(
        `<!doctype html><style>${pageStyle}</style><style>${sheet}</style><body>${batch.map(getBoxes).join('')}</body>`,
      );
      const differences = await page.evaluate<[string, string, string][][]>(compareBoxes);
      for (const [index, list] of differences.entries())
        for (const [property, theirs, ours] of list)
          found.push({ name: batch[index] as string, property, theirs, ours });
    }
    return found;
  } finally {
    await browser.close();
  }
};
