const paths = {
  grid: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z',
  sun: 'M12 7.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6L19 19M5 19l1.4-1.4M17.6 6.4L19 5',
  moon: 'M20 14.5A8 8 0 0 1 9.5 4 8 8 0 1 0 20 14.5z',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  close: 'M6 6l12 12M18 6L6 18',
  plus: 'M12 5v14M5 12h14',
  undo: 'M4 9h10a5 5 0 0 1 0 10h-3M4 9l4-4M4 9l4 4',
  up: 'M6 15l6-6 6 6',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
  leave: 'M10 4H5v16h5M14 8l4 4-4 4M18 12H9',
  pen: 'M4 20l1-4L16 5l3 3L8 19zM13 8l3 3',
  letter: 'M5 19L11 5h2l6 14M7.5 14h9',
  gear: 'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM19 12l2-1.2-1.6-3.4-2.3.5-1.4-1L15.300 4h-3.600l-.700 2.500-1.500.900-2.500-.600-1.700 3.200 1.900 1.700v1.600l-1.900 1.700 1.700 3.200 2.500-.600 1.500.900.700 2.500h3.600l.700-2.500 1.500-.900 2.300.500L21 14.200 19 13z',
  chart: 'M4 20h16M7 16v-5M12 16V5M17 16v-8',
  keyboard: 'M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M8 14h8',
} as const;

export type IconName = keyof typeof paths;

/** A decorative icon, beside text or in a labelled button. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={paths[name]} />
  </svg>
);
