import { type Card, cards } from '../cards.ts';
import { componentStore, prepared } from '../elements.ts';
import { emojiFile, getFonts } from '../fonts.ts';
import { getImages } from '../images.ts';
import { type Engine, loadPeer, quality } from './engine.ts';

interface Renderer {
  registerFont(font: unknown): Promise<unknown>;
  render(node: unknown, options: unknown): Promise<Uint8Array>;
}
interface TakumiNode {
  readonly type: string;
  readonly src?: string;
  readonly children?: readonly TakumiNode[];
}

/** takumi: layout and rendering in one native library with its own caches. */
export const openTakumi = async (_root?: string, chosen: readonly Card[] = cards): Promise<Engine> => {
  const { Renderer } = await loadPeer<{ Renderer: new () => Renderer }>('@takumi-rs/core');
  const { fromJsx } = await loadPeer<{
    fromJsx: (element: unknown) => Promise<{ node: TakumiNode; css: unknown }>;
  }>('@takumi-rs/helpers/jsx');
  const { extractEmojis } = await loadPeer<{
    extractEmojis: (node: TakumiNode, kind: string) => TakumiNode;
  }>('@takumi-rs/helpers/emoji');
  const renderer = new Renderer();
  for (const font of new Set((await Promise.all(chosen.map(getFonts))).flat())) {
    // ranges of one family are registered under one name
    await renderer.registerFont({ ...font, name: font.family, unicodeRange: font.ranges });
  }
  const componentFor = componentStore();
  return {
    prepare: async (card) => void componentFor(card),
    render: async (card, variables, format) => {
      const component = componentFor(card);
      const { node, css } = await fromJsx(prepared(component(variables), {}));
      const withEmoji = extractEmojis(node, 'twemoji');
      const given = Object.entries(await getImages(card.source)).map(([src, data]) => ({ src, data }));
      const images = [...given, ...getEmoji(withEmoji)];
      return renderer.render(withEmoji, { width: card.width, height: card.height, format, quality, images, css });
    },
  };
};

const getEmoji = (node: TakumiNode): { src: string; data: Uint8Array }[] => {
  const found = new Map<string, Uint8Array>();
  const visit = (one: TakumiNode) => {
    const svg = one.src?.includes('emoji') ? emojiFile(/([0-9a-f-]+)\.svg$/.exec(one.src)?.[1] ?? '') : undefined;
    if (one.src !== undefined && svg) found.set(one.src, svg);
    for (const child of one.children ?? []) visit(child);
  };
  visit(node);
  return [...found].map(([src, data]) => ({ src, data }));
};
