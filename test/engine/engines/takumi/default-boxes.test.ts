import { expect, it } from 'vitest';
import { getScene, takumiWithout } from '../../../support/takumi.ts';
import { box, h } from '../../golden/element.ts';

const layOut = takumiWithout();
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="60"><rect width="80" height="60"/></svg>';
const src = `data:image/svg+xml,${encodeURIComponent(svg)}`;

/** Returns left, top, width and height of an element with the id `a`, in whole pixels, in an image of 400 x 300. */
const getBox = async (element: ReturnType<typeof h>, around: Record<string, string> = { display: 'flex' }) => {
  const root = box({ width: '100%', height: '100%', alignItems: 'flex-start', ...around }, element);
  const { measure } = await layOut(getScene(root, 400, 300));
  const [found] = [...(await measure())].filter(([{ props }]) => props.id === 'a').map(([, placed]) => placed);
  return found && [found.left, found.top, found.width, found.height].map(Math.round);
};

it.each([
  [{ width: 96, aspectRatio: '1' }, [96, 96]],
  [{ height: 96, aspectRatio: '1' }, [96, 96]],
  [{ height: 90, aspectRatio: '16 / 9', objectFit: 'cover' }, [160, 90]],
  [{ width: '50%', aspectRatio: 2, objectFit: 'cover' }, [200, 100]],
  [{ width: 96, aspectRatio: '16 / 9', objectFit: 'cover' }, [96, 54]],
  [{ height: 90, aspectRatio: 'auto' }, [120, 90]],
])('an <img> with %j has the proportions of its style', async (style, size) => {
  expect((await getBox(h('img', { id: 'a', src, style })))?.slice(2)).toEqual(size);
});

it('a rule is in the middle of its block, and as wide as that without a width', async () => {
  const getRule = (style: Record<string, number>) => getBox(h('hr', { id: 'a', style }), { display: 'block' });
  const [short, long] = [await getRule({ width: 120 }), await getRule({})];
  expect([short?.[0], short?.[2]]).toEqual([140, 120]);
  expect([long?.[0], long?.[2]]).toEqual([0, 400]);
});
