import type { DiagnosticCode } from '../../lambdas/core/template/lint/source/diagnostic-codes.ts';

/** A template that was good before something in it was changed, and what is to be found in it. */
export interface Broken {
  /** A file of `test/findings/templates`, or a starter. */
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
  { base: stats, from: 'fontSize: 76, fontWeight: 700', to: 'fontSize: 176, fontWeight: 700', finds: 'overflow' },

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

  // text at the edge
  { base: episode, from: 'top: 56, left: 64', to: 'top: 56, left: 0', finds: 'near-edge' },
  { base: episode, from: 'bottom: 56, left: 64', to: 'bottom: 0, left: 64', finds: 'near-edge' },
  { base: blog, from: 'padding: 64', to: 'padding: 0', finds: 'near-edge', at: '{title}</h1>' },

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
    base: 'repository.jsx',
    from: 'marginTop: 24, fontSize: 32',
    to: 'marginTop: 320, fontSize: 32',
    finds: 'unseen-text',
    at: '<div style={{ maxWidth: 240, lineHeight: 1.2, fontWeight: 700, lineClamp: 1 }}>{value}</div>',
  },
];
