import { platforms } from '../cards/platforms.ts';
import { words } from '../words.ts';
import { getCrop } from './crop.ts';

const { image: texts } = words;

const square = 1;

/** Crops of platforms, each with the names of those that do it. */
const getCrops = (): { readonly ratio: number; readonly text: string }[] => {
  const byRatio = Map.groupBy(
    platforms.filter(({ cut }) => cut !== undefined),
    ({ cut }) => Number(cut),
  );
  const crops = [...byRatio].map(([ratio, cutting]) => ({
    ratio,
    text: texts.cut(cutting.map(({ name }) => name).join(', '), `${ratio}:1`),
  }));
  return [...crops, { ratio: square, text: texts.square }];
};

/** Outlines of what platforms show of the image, and where X puts the domain of the page. */
export const SafeAreas = ({ ratio }: { ratio: number }) => (
  <div class="safe-areas">
    {getCrops().map((crop) => {
      const { width, height } = getCrop(ratio, crop.ratio);
      const style = {
        width: `${width}%`,
        height: `${height}%`,
        left: `${(100 - width) / 2}%`,
        top: `${(100 - height) / 2}%`,
      };
      return (
        <div key={crop.ratio} class="safe-area" style={style}>
          <span>{crop.text}</span>
        </div>
      );
    })}
    <div class="safe-area label">
      <span>{texts.label}</span>
    </div>
  </div>
);
