import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import { metaTags } from 'image-url-client/html';
import { card } from './card.js';
import { images } from './images.js';
import { findPage } from './pages.js';

export const app = new Hono();

app.get('/:slug', async (context) => {
  const page = findPage(context.req.param());
  const tags = await metaTags(images, { ...card(page), alt: `Card: ${page.title}` });
  return context.html(html`<!doctype html><html lang="en"><head>${raw(tags)}</head><body>${page.title}</body></html>`);
});
