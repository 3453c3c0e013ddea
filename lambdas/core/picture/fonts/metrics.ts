import { tableOffset } from './coverage.ts';
import type { FontMetrics } from './font-files.ts';

/** A font's measures, from its `head` and `hhea` tables, as browsers on Linux take them. */
export const metricsOf = (font: ArrayBuffer): FontMetrics => {
  const view = new DataView(font);
  const [head, hhea] = [tableOffset(view, 'head'), tableOffset(view, 'hhea')];
  if (head === undefined || hhea === undefined) return { ascent: 0.9, descent: 0.3, lineGap: 0 };
  const unitsPerEm = view.getUint16(head + 18);
  const share = (field: number) => view.getInt16(hhea + field) / unitsPerEm;
  return { ascent: share(4), descent: -share(6), lineGap: share(8) };
};
