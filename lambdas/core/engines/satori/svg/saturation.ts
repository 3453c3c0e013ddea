/**
 * Writes a saturation above 1 as the matrix it stands for, in place: the rasteriser takes no more than 1, as the first
 * edition of SVG had it.
 *
 * Source: https://drafts.fxtf.org/filter-effects/#attr-valuedef-type-saturate
 */
export const writeSaturation = (element: string, attributes: Record<string, string>): void => {
  const amount = Number(attributes.values);
  if (element !== 'feColorMatrix' || attributes.type !== 'saturate' || !(amount > 1)) return;
  const share = (kept: number, weight: number) => Number((weight + (kept - weight) * amount).toFixed(5));
  const rows = [
    [share(1, 0.213), share(0, 0.715), share(0, 0.072), 0, 0],
    [share(0, 0.213), share(1, 0.715), share(0, 0.072), 0, 0],
    [share(0, 0.213), share(0, 0.715), share(1, 0.072), 0, 0],
    [0, 0, 0, 1, 0],
  ];
  attributes.type = 'matrix';
  attributes.values = rows.flat().join(' ');
};
