import { ImageUrlError } from 'image-url-client';
import { images } from './minting.js';

try {
  await images.mint({ templateId: 'no-such-template' });
} catch (error) {
  if (!(error instanceof ImageUrlError)) throw error;
  console.log(error.code, error.status, error.requestId, error.message);
}
