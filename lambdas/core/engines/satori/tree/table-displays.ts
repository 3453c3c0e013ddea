import type { Style } from '../../../picture/tree/normalise-style.ts';
import { boxesOf } from '../../../picture/tree/prepared-tree.ts';
import type { TreeCorrection } from '../correction.ts';

const nearest: Readonly<Record<string, Style>> = {
  table: { display: 'flex', flexDirection: 'column' },
  'inline-table': { display: 'inline-flex', flexDirection: 'column' },
  'table-row': { display: 'flex' },
  'table-row-group': { display: 'flex', flexDirection: 'column' },
  'table-header-group': { display: 'flex', flexDirection: 'column' },
  'table-footer-group': { display: 'flex', flexDirection: 'column' },
  'table-cell': { display: 'block', flex: '1 1 0' },
  'table-caption': { display: 'block' },
};

/**
 * Replaces a table display by the flex display that comes nearest: satori 0.63 throws at the former. First, because
 * other corrections look for flex boxes.
 */
export const replaceTableDisplays: TreeCorrection = (tree) => {
  for (const { props } of boxesOf(tree)) {
    const { style = {} } = props;
    const replacement = nearest[String(style.display)];
    for (const name in replacement)
      if (name === 'display' || style[name] === undefined) style[name] = replacement[name] as string;
  }
};
