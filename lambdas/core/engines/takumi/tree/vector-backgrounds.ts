import { getBoxes, type PreparedElement } from '../../../rendering/tree/prepared-tree.ts';
import type { VectorFits } from './vector-fit.ts';

const address = /^[^,]*url\("([^"]*)"\)[^,]*$/;
const filling = /(?:^|\/\s*)100%\s+100%(?:\s|$)/;

interface VectorsByAddress {
  readonly vectorAt: (address: string) => VectorFits | undefined;
}

/** Preserves the proportions of a vector background that fills its box: takumi 2.16 stretches it. */
export const fitVectorBackgrounds = (tree: PreparedElement, { vectorAt }: VectorsByAddress): void => {
  for (const { props } of getBoxes(tree)) {
    const { style = {} } = props;
    const [, source = ''] = address.exec(String(style.backgroundImage ?? style.background ?? '')) ?? [];
    const fit = source === '' ? undefined : vectorAt(source)?.filling;
    if (!fit || fit.fit === 'none' || !filling.test(String(style.backgroundSize ?? style.background ?? ''))) continue;
    props.style = {
      ...style,
      backgroundSize: fit.fit,
      backgroundPosition: fit.position,
      backgroundRepeat: 'no-repeat',
    };
  }
};
