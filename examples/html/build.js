import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { metaTags } from 'image-url-client/html';
import { images } from './images.js';

const articles = JSON.parse(await readFile('articles.json', 'utf8'));

const escapeText = (text) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const page = async ({ slug, title, author, date }) => {
  const tags = await metaTags(images, {
    templateId: 'starter-article',
    // every variable that shows: what is left out shows a sample of the starter
    variables: { title, author, date, publication: 'My site', section: 'Garden and rail', readingTime: '' },
    alt: `${title}, by ${author}`,
  });
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escapeText(title)}</title>
<meta property="og:title" content="${escapeText(title)}">
${tags}
</head>
<body>
<h1>${escapeText(title)}</h1>
<p>${escapeText(author)}</p>
</body>
</html>
`;
  await writeFile(`dist/${slug}.html`, html);
};

await mkdir('dist', { recursive: true });
// together, so that all their cards are one request
await Promise.all(articles.map(page));
