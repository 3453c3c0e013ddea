import type { DiagnosticCode } from '#engine/diagnostics/diagnostic-codes.ts';

/** A template that was good before something in it was changed, and what is to be found in it. */
export interface Broken {
  /** A file of `test/engine/findings/templates`. */
  readonly base: string;
  /** What is changed into what; the fault is reported at the line of the change, or at `at`. */
  readonly from: string;
  readonly to: string;
  /** A piece of the line the finding names, where that is another. */
  readonly at?: string;
  readonly finds: DiagnosticCode;
  /** What the template was asked for with. */
  readonly prompt?: string;
}

const blog = 'blog.jsx';
const launch = 'tw-launch.jsx';
const stats = 'stats.jsx';
const quote = 'quote-card.jsx';
const episode = 'episode.jsx';
const ticket = 'ticket.jsx';

/** What is changed by its base: a text into another, or into another with a piece of the line that is reported. */
type Changes = Readonly<Record<string, Readonly<Record<string, string | readonly [to: string, at: string]>>>>;

const faults = (finds: DiagnosticCode, changes: Changes, prompt?: string): readonly Broken[] =>
  Object.entries(changes).flatMap(([base, texts]) =>
    Object.entries(texts).map(([from, change]) => {
      const [to, at] = typeof change === 'string' ? [change] : change;
      return { base, from, to, ...(at !== undefined && { at }), finds, ...(prompt !== undefined && { prompt }) };
    }),
  );

export const broken: readonly Broken[] = [
  // text cut by the image or its box
  ...faults('overflow', {
    [blog]: {
      "overflowWrap: 'anywhere', lineClamp: 3": "whiteSpace: 'nowrap', width: 600",
      "fontSize: 80, lineHeight: 1.1, overflowWrap: 'anywhere', lineClamp: 3": 'fontSize: 260',
      'flexShrink: 0 }}>{date}': "whiteSpace: 'nowrap', width: 60, overflow: 'hidden' }}>{date}",
    },
    [stats]: {
      'fontSize: 76, fontWeight: 700': 'fontSize: 176, fontWeight: 700',
      "fontSize: 64, overflowWrap: 'anywhere', lineClamp: 2":
        "fontSize: 64, height: 50, overflow: 'hidden', width: 500",
    },
    [quote]: {
      "fontSize: 96, lineHeight: 1.15, overflowWrap: 'anywhere', lineClamp: 5":
        "fontSize: 220, lineHeight: 1.15, whiteSpace: 'nowrap'",
    },
    [episode]: { 'bottom: 56, left: 64': 'bottom: 56, left: 1180' },
    [ticket]: { 'fontSize: 80, fontWeight: 700': 'fontSize: 180, fontWeight: 700' },
    'product.jsx': { 'fontSize: 60, lineHeight: 1, fontWeight: 700': 'fontSize: 380, lineHeight: 1, fontWeight: 700' },
  }),

  // one text over another
  ...faults('text-over-text', {
    [episode]: {
      'bottom: 56, left: 64': 'top: 60, left: 90',
      "position: 'absolute', top: 56, left: 64": ["position: 'absolute', top: 320, left: 64", '<h1'],
    },
    [blog]: {
      "justifyContent: 'space-between', gap: 40": [
        "position: 'relative', top: -210, justifyContent: 'space-between', gap: 40",
        '{author}</span>',
      ],
    },
    [stats]: { 'fontSize: 30, color': 'marginTop: -70, fontSize: 30, color' },
    [quote]: { "{ color: '#a9c7ba', overflowWrap": "{ marginTop: -44, color: '#a9c7ba', overflowWrap" },
    [ticket]: {
      "fontSize: 34, overflowWrap: 'anywhere', lineClamp: 2": "position: 'absolute', top: 80, left: 60, fontSize: 34",
    },
    [launch]: { 'tw="m-0 text-2xl text-slate-500"': 'tw="m-0 absolute left-24 top-[440px] text-2xl text-slate-500"' },
    'article.jsx': {
      "display: 'flex', alignItems: 'center', height: 64, marginTop: 24": [
        "display: 'flex', alignItems: 'center', height: 64, position: 'relative', top: -200",
        '{name}</div>',
      ],
    },
  }),

  // colours that are too alike
  ...faults('contrast', {
    [blog]: {
      "fontSize: 30, color: '#aab4dd'": ["fontSize: 30, color: '#1d2440'", '{author}</span>'],
      "color: '#f4f6ff'": ["color: '#141a2e'", '{title}</h1>'],
    },
    [launch]: {
      'text-4xl text-slate-700': 'text-4xl text-slate-300',
      'text-3xl text-slate-600': 'text-3xl text-white',
    },
    [stats]: { "color: '#6b4f35'": "color: '#e6d2b0'" },
    [quote]: { "color: '#a9c7ba'": "color: '#1f4d45'" },
    [ticket]: {
      "color: '#fff6ea'": ["color: '#c2502d'", '{seat}</span>'],
      "color: '#3a1d0c'": ["color: '#f3e6cc'", '{event}</h1>'],
    },
    'article.jsx': { "const faded = '#5E584B'": ["const faded = '#DCD6C8'", '{facts}</div>'] },
    'job.jsx': { "const umber = '#4A3D00'": ["const umber = '#EBC500'", '{label}</div>'] },
    'changelog.jsx': { "const grey = '#5C6470'": ["const grey = '#D0D4DA'", '{textOf(date)}</div>'] },
  }),

  // type that is too small where it is shown
  ...faults('small-text', {
    [blog]: {
      'gap: 40, fontSize: 30': ['gap: 40, fontSize: 12', '{author}</span>'],
      'fontSize: 28': ['fontSize: 11', '<div\n        style={{\n          display'],
    },
    [launch]: { 'text-2xl text-slate-500': 'text-xs text-slate-500' },
    [stats]: { 'fontSize: 30, color': 'fontSize: 13, color' },
    [quote]: { "flexDirection: 'column', fontSize: 40": ["flexDirection: 'column', fontSize: 11", '{name}</span>'] },
    [episode]: { 'fontSize: 32, color': "fontSize: '0.8em', color" },
    [ticket]: {
      "fontSize: 34, overflowWrap: 'anywhere', lineClamp: 3": "fontSize: 10, overflowWrap: 'anywhere', lineClamp: 3",
    },
    'metric.jsx': {
      "justifyContent: 'space-between', fontSize: 30": [
        "justifyContent: 'space-between', fontSize: 13",
        '{textOf(source)}</div>',
      ],
    },
  }),

  // text at the edge
  ...faults('near-edge', {
    [episode]: { 'top: 56, left: 64': 'top: 56, left: 0', 'bottom: 56, left: 64': 'bottom: 0, left: 64' },
    [blog]: { 'padding: 64': ['padding: 0', '{title}</h1>'] },
    [stats]: { 'padding: 60': ['padding: 4', '{heading}</h1>'] },
    [launch]: { 'bg-white p-16': ['bg-white', '{version}</p>'] },
    [ticket]: { 'padding: 56': ['padding: 0', '{event}</h1>'] },
    [quote]: { 'padding: 96': ['padding: 3', '{quote}</p>'] },
  }),
  { base: episode, from: 'bottom: 56, left: 64', to: 'bottom: 56, right: 2', finds: 'near-edge' },

  // everything at one end
  ...faults('empty-area', {
    [blog]: {
      "justifyContent: 'space-between',\n        padding: 64": [
        "justifyContent: 'flex-start',\n        padding: '30px 64px'",
        '<div',
      ],
    },
    [quote]: { "justifyContent: 'center'": ["justifyContent: 'flex-start'", '<div'] },
    [stats]: { 'rows.map(': ['[].map(', '<div'] },
  }),

  // text that is nowhere
  ...faults('contrast', {
    [blog]: { '<h1 style': "<div style={{ position: 'absolute', inset: 0, background: '#0b1020' }} /><h1 style" },
  }),
  ...faults('unseen-text', {
    [ticket]: {
      '<p style={{ margin: 0': "<p style={{ height: 0, overflow: 'hidden', margin: 0",
      '<p style={{ margin: 0, fontSize: 34': '<p style={{ margin: 0, marginLeft: 1100, width: 300, fontSize: 34',
    },
    [quote]: { '<p style={{ margin: 0': "<p style={{ height: 0, overflow: 'hidden', margin: 0" },
  }),

  // variables
  ...faults('unused-variable', {
    [blog]: { "tag = 'Engineering',": "tag = 'Engineering', summary," },
    [ticket]: { "price = '£28',": "price = '£28', gate," },
  }),
  ...faults('undefined-name', {
    [blog]: { '{tag}': '{category}' },
    [episode]: { 'Episode {number}': 'Episode {episodeNumber}' },
    [stats]: { '{row.name}</span>': '{name}</span>' },
  }),

  // what was wished for, written into the image
  ...faults(
    'fixed-value',
    { [blog]: { '{author}</span>': 'Ada Moss</span>' } },
    'A card for our blog, posts by Ada Moss',
  ),
  ...faults(
    'fixed-value',
    { [ticket]: { '{place}</p>': 'Harvest House</p>' } },
    'A ticket for an evening at the "Harvest House"',
  ),
  ...faults(
    'fixed-value',
    { [episode]: { '{show}</div>': 'Southern Rails</div>' } },
    'Podcast covers of Southern Rails with number and title',
  ),
  ...faults(
    'fixed-value',
    { [stats]: { '{heading}</h1>': 'Revenue of 2031</h1>' } },
    'Three figures of our revenue in 2031',
  ),
  ...faults(
    'fixed-value',
    { [launch]: { '{version}</p>': 'Release 7.4</p>' } },
    'Announce release 7.4 of the product in white and blue',
  ),

  // fonts and letters
  ...faults('unknown-font', {
    [blog]: { 'fontSize: 80, lineHeight': "fontFamily: 'Circular Std', fontSize: 80, lineHeight" },
    [launch]: { 'width: 1200, height: 630': "width: 1200, height: 630, fontFamily: 'Proxima Nova'" },
    [quote]: { 'fontSize: 96, lineHeight': "fontFamily: 'Gotham', fontSize: 96, lineHeight" },
    'quote.jsx': { "fontFamily: 'Inter'": "fontFamily: 'Helvetica Now'" },
  }),
  ...faults('missing-glyph', {
    [blog]: { '{date}</span>': '{date} \u{1D173}\u{10A00}\uE000</span>' },
    [stats]: { '{row.value}</span>': '{row.value}\uE123</span>' },
  }),

  // what no image has
  ...faults('unknown-property', { [blog]: { 'lineHeight: 1.1': 'lineHieght: 1.1' } }),
  ...faults('unknown-utility', { [launch]: { 'text-8xl font-bold': 'text-8xl font-bolt' } }),
  ...faults('unknown-value', { [ticket]: { "background: '#b3401d'": "background: 'brick'" } }),

  // written after all limits were settled, and left as they were
  ...faults('overflow', { 'event.jsx': { 'fontSize: 300, lineHeight: 0.95': 'fontSize: 700, lineHeight: 0.95' } }),
  ...faults('contrast', {
    'event.jsx': { 'color: pale, lineClamp: 1 }}>{textOf(time)}': "color: '#2A39DF', lineClamp: 1 }}>{textOf(time)}" },
    'profile.jsx': {
      'color: berry, lineClamp: 1 }}>{textOf(place)}': "color: '#FFD0DC', lineClamp: 1 }}>{textOf(place)}",
    },
    'place.jsx': {
      "const dusk = '#5F5B70'": [
        "const dusk = '#E8E6EE'",
        '<div style={{ ...flow(facts), marginTop: 20, fontSize: 28, lineHeight: 1.3, color: dusk, lineClamp: 2 }}>',
      ],
    },
    'repository.jsx': {
      'fontWeight: 500, color: mist, lineClamp: 1 }}>{holder}':
        "fontWeight: 500, color: '#1A2026', lineClamp: 1 }}>{holder}",
    },
  }),
  ...faults('text-over-text', {
    'documentation.jsx': { 'marginTop: 28, fontSize: 30': 'marginTop: -60, fontSize: 30' },
    'profile.jsx': { 'marginTop: 28, fontSize: 30, lineHeight: 1.4': 'marginTop: -40, fontSize: 30, lineHeight: 1.4' },
    'metric.jsx': {
      'marginTop: 14,\n          fontWeight: 900': [
        'marginTop: -60,\n          fontWeight: 900',
        "<div\n        style={{\n          ...fitted(number, { width: 1000, height: 224, lineHeight: 1 }, [224, 190, 160, 120, 88, 64]),\n          position: 'relative',\n          marginTop: -60,\n          fontWeight: 900,\n          letterSpacing: '-0.055em',",
      ],
    },
    'job.jsx': {
      'maxWidth: 560, marginLeft: 32': "position: 'absolute', left: 90, top: 60, maxWidth: 560, marginLeft: 32",
    },
  }),
  ...faults('near-edge', {
    'documentation.jsx': {
      "padding: '0 72px'": [
        "padding: '0'",
        '<div\n                style={{\n                  maxWidth: (width - 48 * (path.length - 1)) / path.length,\n                  fontWeight: n === 0 ? 800 : 500,\n                  color: n === 0 ? navy : slate,\n                  lineClamp: 1,\n                }}',
      ],
    },
    'podcast.jsx': {
      "padding: '64px 68px 60px'": [
        "padding: '0 0 0 0'",
        '<div style={{ flex: 1, fontWeight: 700, color: coral, lineClamp: 1 }}>{label}</div>',
      ],
    },
    'newsletter.jsx': {
      "padding: '72px 76px 68px'": [
        "padding: '2px'",
        "<div style={{ position: 'relative', width: 660, fontSize: 30, lineHeight: 1.2, fontWeight: 700, lineClamp: 1 }}>",
      ],
    },
  }),
  ...faults('small-text', {
    'newsletter.jsx': {
      'fontSize: 26, lineHeight: 1.2, fontWeight: 600 }}>Issue':
        'fontSize: 9, lineHeight: 1.2, fontWeight: 600 }}>Issue',
    },
    'podcast.jsx': {
      "display: 'flex', fontSize: 28, lineHeight: 1.2": [
        "display: 'flex', fontSize: 10, lineHeight: 1.2",
        '<div style={{ flex: 1, fontWeight: 700, color: coral, lineClamp: 1 }}>{label}</div>',
      ],
    },
    'price-table.jsx': {
      'fontSize: 26, lineHeight: 1.2, color: isChosen': 'fontSize: 12, lineHeight: 1.2, color: isChosen',
    },
  }),
  ...faults('unseen-text', {
    'repository.jsx': {
      'marginTop: 24, fontSize: 32': [
        'marginTop: 320, fontSize: 32',
        '<div style={{ maxWidth: 240, lineHeight: 1.2, fontWeight: 700, lineClamp: 1 }}>{value}</div>',
      ],
    },
  }),
];
