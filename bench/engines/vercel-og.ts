import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import sharp from 'sharp';
import { componentStore, prepared } from '../elements.ts';
import { emojiFile, getFonts } from '../fonts.ts';
import { type Engine, loadPeer, quality } from './engine.ts';
import { embeddedImages } from './naive.ts';

interface ImageResponse {
  new (element: unknown, options: unknown): Response;
}

/**
 * `@vercel/og`, which renders with sharp if that is installed. It returns PNG; sharp converts to other formats.
 *
 * Version 1.0.3 does not load as an ES module in Node: it uses the globals `require` and `__dirname`.
 */
export const openVercelOg = async (): Promise<Engine> => {
  const require = createRequire(import.meta.url);
  Object.assign(globalThis, { require, __filename: '', __dirname: getDirectory(require, 'harfbuzzjs') });
  // it fetches emoji from a host; here they come from disk
  globalThis.fetch = async (address) => {
    const svg = emojiFile(/\/([0-9a-f-]+)\.svg/i.exec(String(address))?.[1] ?? '');
    return new Response(svg ? new Uint8Array(svg) : null, { status: svg ? 200 : 404 });
  };
  const { ImageResponse } = await loadPeer<{ ImageResponse: ImageResponse }>('@vercel/og');
  const componentFor = componentStore();
  return {
    prepare: async (card) => void componentFor(card),
    render: async (card, variables, format) => {
      const component = componentFor(card);
      const response = new ImageResponse(prepared(component(variables), await embeddedImages(card)), {
        width: card.width,
        height: card.height,
        fonts: await getFonts(card),
      });
      const png = Buffer.from(await response.arrayBuffer());
      if (png.length === 0) throw new Error('No image came.');
      if (format === 'png') return png;
      return format === 'jpeg' ? sharp(png).jpeg({ quality }).toBuffer() : sharp(png).webp({ quality }).toBuffer();
    },
  };
};

const getDirectory = (require: NodeJS.Require, name: string): string => {
  try {
    return dirname(require.resolve(name));
  } catch {
    return '';
  }
};
