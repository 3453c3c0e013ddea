// Writes page.html: a page that shows the card, with the tags that link previews read.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createClient } from 'image-url-client';
import { metaTags } from 'image-url-client/html';

const { IMAGE_URL_HOST: imageHost = 'http://127.0.0.1:8788', IMAGE_URL_SIGNING_KEY: signingKey } = process.env;
const title = 'Hello from my images';

let url = 'cards/card.cases/hello.png';
let tags = `<meta property="og:image" content="${url}">`;
if (signingKey && existsSync('image-url.lock.json')) {
  const { templates } = JSON.parse(readFileSync('image-url.lock.json', 'utf8')).environments.default;
  const images = createClient({ imageHost, signingKey, templates });
  const card = { template: 'card', variables: { title, author: 'My site' } };
  url = images.sign(card);
  tags = await metaTags(images, { ...card, alt: title });
}

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
${tags}
</head>
<body style="font-family: system-ui; max-width: 60rem; margin: 3rem auto; padding: 0 1rem">
<h1>${title}</h1>
<img src="${url}" alt="The card of this page" style="width: 100%">
</body>
</html>
`;
writeFileSync('page.html', page);
console.log(`wrote page.html with ${url}`);
