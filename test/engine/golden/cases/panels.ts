import type { GoldenCase } from '../case.ts';
import { box, getPages, styled } from '../element.ts';

const panel = getPages('padding: 32; background: white');
const column = 'display: flex; flex-direction: column';

export const panelCases: readonly GoldenCase[] = [
  panel(
    'statistics',
    'gap: 16; background: #f1f5f9; align-items: center',
    ...[
      ['Visitors', '48,210', '+12%', '#16a34a'],
      ['Sales', '$9,310', '-3%', '#dc2626'],
      ['Uptime', '99.98%', '±0', '#64748b'],
    ].map(([label = '', number = '', change = '', color = '']) =>
      box(
        `${column}; flex: 1; background: white; border-radius: 16; padding: 20;
          box-shadow: 0 1px 3px rgba(0,0,0,0.12); border: 1px solid #e2e8f0`,
        box('font-size: 14; color: #64748b', label),
        box('font-size: 32; font-weight: 700; margin: 6px 0', number),
        box(`font-size: 14; font-weight: 600; color: ${color}`, change),
      ),
    ),
  ),
  panel(
    'bar-chart',
    'align-items: flex-end; gap: 14; background: #0f172a',
    ...[40, 75, 55, 90, 62, 30, 100].map((height, at) =>
      box(
        `${column}; flex: 1; height: 100%; justify-content: flex-end; align-items: center; gap: 8`,
        box(
          `width: 100%; height: ${height * 0.8}%; background: ${at === 3 ? '#f59e0b' : '#38bdf8'};
            border-radius: 6px 6px 0 0`,
        ),
        box('color: #94a3b8; font-size: 13', 'MTWTFSS'[at] as string),
      ),
    ),
  ),
  panel(
    'price-table',
    'gap: 14',
    ...['Free', 'Team', 'Scale'].map((name, at) =>
      box(
        `${column}; flex: 1; border: 2px solid ${at === 1 ? '#4f46e5' : '#e5e7eb'}; border-radius: 14; padding: 18;
          transform: ${at === 1 ? 'translateY(-6px)' : 'none'}`,
        box('font-size: 17; font-weight: 600', name),
        box('font-size: 34; font-weight: 800', ['€0', '€19', '€99'][at] as string),
        ...['Templates', 'Images', 'Support'].map((feature) =>
          box('font-size: 14; color: #4b5563; margin-top: 8', `✓ ${feature}`),
        ),
      ),
    ),
  ),
  panel(
    'list-of-rows',
    `${column}; padding: 16px 32px`,
    ...['Compile', 'Evaluate', 'Lay out', 'Draw', 'Encode'].map((name, at) =>
      box(
        `display: flex; justify-content: space-between; align-items: center; padding: 12px 0;
          border-bottom: ${at < 4 ? '1px solid #e5e7eb' : 'none'}; font-size: 18`,
        styled('span', 'font-weight: 600', `${at + 1}. ${name}`),
        styled('span', 'color: #6b7280; font-family: monospace; font-size: 15', `${(at + 1) * 7} ms`),
      ),
    ),
  ),
  panel(
    'badges',
    'flex-wrap: wrap; gap: 10; align-content: center; justify-content: center',
    ...'react, satori, edge runtime, AWS, signed, WebP, no cold start, fonts, RTL, dark mode, 24 h'
      .split(', ')
      .map((text, at) =>
        box(
          `padding: 8px 16px; border-radius: ${at % 2 ? 8 : 999}; background: hsl(${at * 33}, 80%, 92%);
          color: hsl(${at * 33}, 70%, 30%); font-size: 18; border: 1px solid hsl(${at * 33}, 60%, 75%)`,
          text,
        ),
      ),
  ),
  panel(
    'grid-of-cells',
    `display: grid; grid-template-columns: repeat(4, 1fr); grid-auto-rows: 56; gap: 10; background: #111827;
      padding: 24`,
    ...Array.from({ length: 14 }, (_none, at) =>
      box(
        `background: rgba(99,102,241,${0.25 + at * 0.05}); border-radius: 8; color: white; display: flex;
          align-items: center; justify-content: center; font-size: 16; grid-column: ${at === 5 ? 'span 2' : 'auto'};
          grid-row: ${at === 2 ? 'span 2' : 'auto'}`,
        String(at + 1),
      ),
    ),
  ),
  panel(
    'timeline',
    `${column}; padding: 28px 48px; justify-content: space-between`,
    ...['Idea', 'Draft', 'Review', 'Published'].map((name, at) =>
      box(
        'display: flex; align-items: center; gap: 18; position: relative',
        box(
          `width: 20; height: 20; border-radius: 10; background: ${at < 3 ? '#10b981' : 'white'};
            border: 3px solid #10b981; flex-shrink: 0`,
        ),
        box(
          `${column}`,
          box('font-size: 19; font-weight: 600', name),
          box('font-size: 14; color: #6b7280', `Step ${at + 1} of 4`),
        ),
        box(`position: absolute; left: 9; top: 34; width: 2; height: ${at < 3 ? 34 : 0}; background: #d1d5db`),
      ),
    ),
  ),
  panel(
    'absolute-corners',
    'position: relative; background: #fff7ed',
    ...['top: 16; left: 16', 'top: 16; right: 16', 'bottom: 16; left: 16', 'bottom: 16; right: 16'].map((corner, at) =>
      box(`position: absolute; ${corner}; padding: 6px 12px; background: #fdba74; font-size: 16`, `corner ${at + 1}`),
    ),
    box(
      'position: absolute; top: 50%; left: 50%; transform: translate(-50%, -50%); font-size: 28; font-weight: 700',
      'In the middle',
    ),
    box(
      `position: absolute; right: -60; top: 90; width: 180; height: 180; border-radius: 50%;
        border: 24px solid #fed7aa`,
    ),
  ),
  panel(
    'nested-rows',
    'gap: 12; background: #ecfeff',
    box(
      `flex: 2; ${column}; gap: 12`,
      box('flex: 1; background: #67e8f9; padding: 12', 'flex 1'),
      box('flex: 2; background: #22d3ee; padding: 12', 'flex 2'),
    ),
    box('flex: 0 0 120px; background: #06b6d4; padding: 12', 'basis 120'),
    box('flex-grow: 1; min-width: 80; max-width: 100; background: #0891b2; color: white; padding: 12', 'at most 100'),
  ),
];
