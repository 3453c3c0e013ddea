import type { DiagnosticCode } from '../../lambdas/core/template/lint/source/diagnostic-codes.ts';

/** A template that was good before something in it was changed, and what is to be found in it. */
export interface Broken {
  /** A file of `test/findings/templates`. */
  readonly base: string;
  /** What is changed into what; the fault is told at the line of the change, or at `at`. */
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

export const broken: readonly Broken[] = [
  // text cut by the image or its box
  {
    base: blog,
    from: "overflowWrap: 'anywhere', lineClamp: 3",
    to: "whiteSpace: 'nowrap', width: 600",
    finds: 'overflow',
  },
  {
    base: blog,
    from: "fontSize: 80, lineHeight: 1.1, overflowWrap: 'anywhere', lineClamp: 3",
    to: 'fontSize: 260',
    finds: 'overflow',
  },
  {
    base: blog,
    from: 'flexShrink: 0 }}>{date}',
    to: "whiteSpace: 'nowrap', width: 60, overflow: 'hidden' }}>{date}",
    finds: 'overflow',
  },
  { base: stats, from: 'fontSize: 76, fontWeight: 700', to: 'fontSize: 176, fontWeight: 700', finds: 'overflow' },
  {
    base: stats,
    from: "fontSize: 64, overflowWrap: 'anywhere', lineClamp: 2",
    to: "fontSize: 64, height: 50, overflow: 'hidden', width: 500",
    finds: 'overflow',
  },
  {
    base: quote,
    from: "fontSize: 96, lineHeight: 1.15, overflowWrap: 'anywhere', lineClamp: 5",
    to: "fontSize: 220, lineHeight: 1.15, whiteSpace: 'nowrap'",
    finds: 'overflow',
  },
  { base: episode, from: 'bottom: 56, left: 64', to: 'bottom: 56, left: 1180', finds: 'overflow' },
  { base: ticket, from: 'fontSize: 80, fontWeight: 700', to: 'fontSize: 180, fontWeight: 700', finds: 'overflow' },
  {
    base: 'product.jsx',
    from: 'fontSize: 60, lineHeight: 1, fontWeight: 700',
    to: 'fontSize: 380, lineHeight: 1, fontWeight: 700',
    finds: 'overflow',
  },

  // one text over another
  { base: episode, from: 'bottom: 56, left: 64', to: 'top: 60, left: 90', finds: 'text-over-text' },
  {
    base: episode,
    from: "position: 'absolute', top: 56, left: 64",
    to: "position: 'absolute', top: 320, left: 64",
    finds: 'text-over-text',
    at: '<h1',
  },
  {
    base: blog,
    from: "justifyContent: 'space-between', gap: 40",
    to: "position: 'relative', top: -210, justifyContent: 'space-between', gap: 40",
    finds: 'text-over-text',
    at: '{author}</span>',
  },
  { base: stats, from: 'fontSize: 30, color', to: 'marginTop: -70, fontSize: 30, color', finds: 'text-over-text' },
  {
    base: quote,
    from: "{ color: '#a9c7ba', overflowWrap",
    to: "{ marginTop: -44, color: '#a9c7ba', overflowWrap",
    finds: 'text-over-text',
  },
  {
    base: ticket,
    from: "fontSize: 34, overflowWrap: 'anywhere', lineClamp: 2",
    to: "position: 'absolute', top: 80, left: 60, fontSize: 34",
    finds: 'text-over-text',
  },
  {
    base: launch,
    from: 'tw="m-0 text-2xl text-slate-500"',
    to: 'tw="m-0 absolute left-24 top-[440px] text-2xl text-slate-500"',
    finds: 'text-over-text',
  },
  {
    base: 'article.jsx',
    from: "display: 'flex', alignItems: 'center', height: 64, marginTop: 24",
    to: "display: 'flex', alignItems: 'center', height: 64, position: 'relative', top: -200",
    finds: 'text-over-text',
    at: '{name}</div>',
  },

  // colours that are too alike
  {
    base: blog,
    from: "fontSize: 30, color: '#aab4dd'",
    to: "fontSize: 30, color: '#1d2440'",
    finds: 'contrast',
    at: '{author}</span>',
  },
  { base: blog, from: "color: '#f4f6ff'", to: "color: '#141a2e'", finds: 'contrast', at: '{title}</h1>' },
  { base: launch, from: 'text-4xl text-slate-700', to: 'text-4xl text-slate-300', finds: 'contrast' },
  { base: launch, from: 'text-3xl text-slate-600', to: 'text-3xl text-white', finds: 'contrast' },
  { base: stats, from: "color: '#6b4f35'", to: "color: '#e6d2b0'", finds: 'contrast' },
  { base: quote, from: "color: '#a9c7ba'", to: "color: '#1f4d45'", finds: 'contrast' },
  { base: ticket, from: "color: '#fff6ea'", to: "color: '#c2502d'", finds: 'contrast', at: '{seat}</span>' },
  {
    base: ticket,
    from: "color: '#3a1d0c'",
    to: "color: '#f3e6cc'",
    finds: 'contrast',
    at: '{event}</h1>',
  },
  {
    base: 'article.jsx',
    from: "const faded = '#5E584B'",
    to: "const faded = '#DCD6C8'",
    finds: 'contrast',
    at: '{facts}</div>',
  },
  {
    base: 'job.jsx',
    from: "const umber = '#4A3D00'",
    to: "const umber = '#EBC500'",
    finds: 'contrast',
    at: '{label}</div>',
  },
  {
    base: 'changelog.jsx',
    from: "const grey = '#5C6470'",
    to: "const grey = '#D0D4DA'",
    finds: 'contrast',
    at: '{textOf(date)}</div>',
  },

  // type that is too small where it is shown
  {
    base: blog,
    from: 'gap: 40, fontSize: 30',
    to: 'gap: 40, fontSize: 12',
    finds: 'small-text',
    at: '{author}</span>',
  },
  {
    base: blog,
    from: 'fontSize: 28',
    to: 'fontSize: 11',
    finds: 'small-text',
    at: '<div\n        style={{\n          display',
  },
  { base: launch, from: 'text-2xl text-slate-500', to: 'text-xs text-slate-500', finds: 'small-text' },
  { base: stats, from: 'fontSize: 30, color', to: 'fontSize: 13, color', finds: 'small-text' },
  {
    base: quote,
    from: "flexDirection: 'column', fontSize: 40",
    to: "flexDirection: 'column', fontSize: 11",
    finds: 'small-text',
    at: '{name}</span>',
  },
  { base: episode, from: 'fontSize: 32, color', to: "fontSize: '0.8em', color", finds: 'small-text' },
  {
    base: ticket,
    from: "fontSize: 34, overflowWrap: 'anywhere', lineClamp: 3",
    to: "fontSize: 10, overflowWrap: 'anywhere', lineClamp: 3",
    finds: 'small-text',
  },
  {
    base: 'metric.jsx',
    from: "justifyContent: 'space-between', fontSize: 30",
    to: "justifyContent: 'space-between', fontSize: 13",
    finds: 'small-text',
    at: '{textOf(source)}</div>',
  },

  // text at the edge
  { base: episode, from: 'top: 56, left: 64', to: 'top: 56, left: 0', finds: 'near-edge' },
  { base: episode, from: 'bottom: 56, left: 64', to: 'bottom: 0, left: 64', finds: 'near-edge' },
  { base: episode, from: 'bottom: 56, left: 64', to: 'bottom: 56, right: 2', finds: 'near-edge' },
  { base: blog, from: 'padding: 64', to: 'padding: 0', finds: 'near-edge', at: '{title}</h1>' },
  { base: stats, from: 'padding: 60', to: 'padding: 4', finds: 'near-edge', at: '{heading}</h1>' },
  { base: launch, from: 'bg-white p-16', to: 'bg-white', finds: 'near-edge', at: '{version}</p>' },
  { base: ticket, from: 'padding: 56', to: 'padding: 0', finds: 'near-edge', at: '{event}</h1>' },
  { base: quote, from: 'padding: 96', to: 'padding: 3', finds: 'near-edge', at: '{quote}</p>' },

  // everything at one end
  {
    base: blog,
    from: "justifyContent: 'space-between',\n        padding: 64",
    to: "justifyContent: 'flex-start',\n        padding: '30px 64px'",
    finds: 'empty-area',
    at: '<div',
  },
  {
    base: quote,
    from: "justifyContent: 'center'",
    to: "justifyContent: 'flex-start'",
    finds: 'empty-area',
    at: '<div',
  },
  {
    base: stats,
    from: 'rows.map(',
    to: '[].map(',
    finds: 'empty-area',
    at: '<div',
  },

  // text that is nowhere
  {
    base: blog,
    from: '<h1 style',
    to: "<div style={{ position: 'absolute', inset: 0, background: '#0b1020' }} /><h1 style",
    finds: 'contrast',
  },
  {
    base: ticket,
    from: '<p style={{ margin: 0',
    to: "<p style={{ height: 0, overflow: 'hidden', margin: 0",
    finds: 'unseen-text',
  },
  {
    base: quote,
    from: '<p style={{ margin: 0',
    to: "<p style={{ height: 0, overflow: 'hidden', margin: 0",
    finds: 'unseen-text',
  },
  {
    base: ticket,
    from: '<p style={{ margin: 0, fontSize: 34',
    to: '<p style={{ margin: 0, marginLeft: 1100, width: 300, fontSize: 34',
    finds: 'unseen-text',
  },

  // variables
  { base: blog, from: "tag = 'Engineering',", to: "tag = 'Engineering', summary,", finds: 'unused-variable' },
  { base: ticket, from: "price = '£28',", to: "price = '£28', gate,", finds: 'unused-variable' },
  { base: blog, from: '{tag}', to: '{category}', finds: 'undefined-name' },
  { base: episode, from: 'Episode {number}', to: 'Episode {episodeNumber}', finds: 'undefined-name' },
  { base: stats, from: '{row.name}</span>', to: '{name}</span>', finds: 'undefined-name' },

  // what was wished for, written into the image
  {
    base: blog,
    from: '{author}</span>',
    to: 'Ada Moss</span>',
    prompt: 'A card for our blog, posts by Ada Moss',
    finds: 'fixed-value',
  },
  {
    base: ticket,
    from: '{place}</p>',
    to: 'Harvest House</p>',
    prompt: 'A ticket for an evening at the "Harvest House"',
    finds: 'fixed-value',
  },
  {
    base: episode,
    from: '{show}</div>',
    to: 'Southern Rails</div>',
    prompt: 'Podcast covers of Southern Rails with number and title',
    finds: 'fixed-value',
  },
  {
    base: stats,
    from: '{heading}</h1>',
    to: 'Revenue of 2031</h1>',
    prompt: 'Three figures of our revenue in 2031',
    finds: 'fixed-value',
  },
  {
    base: launch,
    from: '{version}</p>',
    to: 'Release 7.4</p>',
    prompt: 'Announce release 7.4 of the product in white and blue',
    finds: 'fixed-value',
  },

  // fonts and letters
  {
    base: blog,
    from: 'fontSize: 80, lineHeight',
    to: "fontFamily: 'Circular Std', fontSize: 80, lineHeight",
    finds: 'unknown-font',
  },
  {
    base: launch,
    from: 'width: 1200, height: 630',
    to: "width: 1200, height: 630, fontFamily: 'Proxima Nova'",
    finds: 'unknown-font',
  },
  {
    base: quote,
    from: 'fontSize: 96, lineHeight',
    to: "fontFamily: 'Gotham', fontSize: 96, lineHeight",
    finds: 'unknown-font',
  },
  {
    base: 'quote.jsx',
    from: "fontFamily: 'Inter'",
    to: "fontFamily: 'Helvetica Now'",
    finds: 'unknown-font',
  },
  { base: blog, from: '{date}</span>', to: '{date} \u{1D173}\u{10A00}\uE000</span>', finds: 'missing-glyph' },
  { base: stats, from: '{row.value}</span>', to: '{row.value}\uE123</span>', finds: 'missing-glyph' },

  // what no image has
  { base: blog, from: 'lineHeight: 1.1', to: 'lineHieght: 1.1', finds: 'unknown-property' },
  { base: launch, from: 'text-8xl font-bold', to: 'text-8xl font-bolt', finds: 'unknown-utility' },
  {
    base: ticket,
    from: "background: '#b3401d'",
    to: "background: 'brick'",
    finds: 'unknown-value',
  },

  // written after all limits were settled, and left as they were
  {
    base: 'event.jsx',
    from: 'fontSize: 300, lineHeight: 0.95',
    to: 'fontSize: 700, lineHeight: 0.95',
    finds: 'overflow',
  },
  {
    base: 'event.jsx',
    from: 'color: pale, lineClamp: 1 }}>{textOf(time)}',
    to: "color: '#2A39DF', lineClamp: 1 }}>{textOf(time)}",
    finds: 'contrast',
  },
  {
    base: 'documentation.jsx',
    from: 'marginTop: 28, fontSize: 30',
    to: 'marginTop: -60, fontSize: 30',
    finds: 'text-over-text',
  },
  {
    base: 'documentation.jsx',
    from: "padding: '0 72px'",
    to: "padding: '0'",
    finds: 'near-edge',
    at: '<div\n                style={{\n                  maxWidth: (width - 48 * (path.length - 1)) / path.length,\n                  fontWeight: n === 0 ? 800 : 500,\n                  color: n === 0 ? navy : slate,\n                  lineClamp: 1,\n                }}',
  },
  {
    base: 'newsletter.jsx',
    from: 'fontSize: 26, lineHeight: 1.2, fontWeight: 600 }}>Issue',
    to: 'fontSize: 9, lineHeight: 1.2, fontWeight: 600 }}>Issue',
    finds: 'small-text',
  },
  {
    base: 'podcast.jsx',
    from: "display: 'flex', fontSize: 28, lineHeight: 1.2",
    to: "display: 'flex', fontSize: 10, lineHeight: 1.2",
    finds: 'small-text',
    at: '<div style={{ flex: 1, fontWeight: 700, color: coral, lineClamp: 1 }}>{label}</div>',
  },
  {
    base: 'podcast.jsx',
    from: "padding: '64px 68px 60px'",
    to: "padding: '0 0 0 0'",
    finds: 'near-edge',
    at: '<div style={{ flex: 1, fontWeight: 700, color: coral, lineClamp: 1 }}>{label}</div>',
  },
  {
    base: 'profile.jsx',
    from: 'marginTop: 28, fontSize: 30, lineHeight: 1.4',
    to: 'marginTop: -40, fontSize: 30, lineHeight: 1.4',
    finds: 'text-over-text',
  },
  {
    base: 'profile.jsx',
    from: 'color: berry, lineClamp: 1 }}>{textOf(place)}',
    to: "color: '#FFD0DC', lineClamp: 1 }}>{textOf(place)}",
    finds: 'contrast',
  },
  {
    base: 'place.jsx',
    from: "const dusk = '#5F5B70'",
    to: "const dusk = '#E8E6EE'",
    finds: 'contrast',
    at: '<div style={{ ...flow(facts), marginTop: 20, fontSize: 28, lineHeight: 1.3, color: dusk, lineClamp: 2 }}>',
  },
  {
    base: 'repository.jsx',
    from: 'fontWeight: 500, color: mist, lineClamp: 1 }}>{holder}',
    to: "fontWeight: 500, color: '#1A2026', lineClamp: 1 }}>{holder}",
    finds: 'contrast',
  },
  {
    base: 'repository.jsx',
    from: 'marginTop: 24, fontSize: 32',
    to: 'marginTop: 320, fontSize: 32',
    finds: 'unseen-text',
    at: '<div style={{ maxWidth: 240, lineHeight: 1.2, fontWeight: 700, lineClamp: 1 }}>{value}</div>',
  },
  {
    base: 'price-table.jsx',
    from: 'fontSize: 26, lineHeight: 1.2, color: isChosen',
    to: 'fontSize: 12, lineHeight: 1.2, color: isChosen',
    finds: 'small-text',
  },
  {
    base: 'metric.jsx',
    from: 'marginTop: 14,\n          fontWeight: 900',
    to: 'marginTop: -60,\n          fontWeight: 900',
    finds: 'text-over-text',
    at: "<div\n        style={{\n          ...fitted(number, { width: 1000, height: 224, lineHeight: 1 }, [224, 190, 160, 120, 88, 64]),\n          position: 'relative',\n          marginTop: -60,\n          fontWeight: 900,\n          letterSpacing: '-0.055em',",
  },
  {
    base: 'newsletter.jsx',
    from: "padding: '72px 76px 68px'",
    to: "padding: '2px'",
    finds: 'near-edge',
    at: "<div style={{ position: 'relative', width: 660, fontSize: 30, lineHeight: 1.2, fontWeight: 700, lineClamp: 1 }}>",
  },
  {
    base: 'job.jsx',
    from: 'maxWidth: 560, marginLeft: 32',
    to: "position: 'absolute', left: 90, top: 60, maxWidth: 560, marginLeft: 32",
    finds: 'text-over-text',
  },
];
