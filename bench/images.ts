import sharp from 'sharp';

/** A generated image that is as hard to compress as a photograph, and the same on every machine. */
const clouds = (width: number, height: number) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><filter id="f" x="0" y="0" width="1" height="1"><feTurbulence type="fractalNoise" baseFrequency="0.005" numOctaves="4" seed="7"/>
    <feColorMatrix values="1.4 0 0 0 -0.2  0 1.2 0 0 -0.1  0 0 1.3 0 0  0 0 0 0 1"/></filter></defs>
    <rect width="100%" height="100%" filter="url(#f)"/></svg>`);

const logo = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800" viewBox="0 0 80 80">
  <defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="#f9fafb"/><stop offset="1" stop-color="#6b7280"/></linearGradient></defs>
  <rect x="16" y="12" width="48" height="18" rx="5" fill="url(#g)"/><rect x="20" y="30" width="14" height="32" fill="#9ca3af"/>
  <rect x="14" y="60" width="52" height="9" rx="4" fill="url(#g)"/><path d="M42 30h14l-3 8h-8z" fill="#374151"/>
  <path d="M43 48h14v6a6 6 0 0 1-6 6h-2a6 6 0 0 1-6-6z" fill="white"/><circle cx="27" cy="21" r="4" fill="#b91c1c"/></svg>`);

let made: Promise<Record<string, Uint8Array>> | undefined;

/** Images of the cards by address: a portrait, an image with transparency, a photograph of four megapixels. */
export const getAllImages = (): Promise<Record<string, Uint8Array>> => (made ??= makeImages());

const makeImages = async (): Promise<Record<string, Uint8Array>> => {
  const photo = sharp(clouds(2400, 1600));
  return {
    'https://pictures.example/avatar.jpg': await sharp(clouds(400, 400)).jpeg({ quality: 85 }).toBuffer(),
    'https://pictures.example/product.png': await sharp(logo).png().toBuffer(),
    'https://pictures.example/photo.jpg': await photo.jpeg({ quality: 85 }).toBuffer(),
  };
};

/** Sets images that were made before, so that a timed process need not make them. */
export const useImages = (given: Record<string, Uint8Array>): void => {
  made = Promise.resolve(given);
};

/** Returns the images in a card's source. */
export const getImages = async (source: string): Promise<Record<string, Uint8Array>> =>
  Object.fromEntries(Object.entries(await getAllImages()).filter(([address]) => source.includes(address)));

export const asDataUri = (bytes: Uint8Array): string =>
  `data:image/${bytes[0] === 0x89 ? 'png' : 'jpeg'};base64,${Buffer.from(bytes).toString('base64')}`;
