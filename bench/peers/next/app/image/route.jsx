import { ImageResponse } from 'next/og';
// written by bench/load/bare-servers.ts
import Card, { options } from './card.jsx';

export const dynamic = 'force-dynamic';

export const GET = (request) => {
  const number = new URL(request.url).searchParams.get('n');
  return new ImageResponse(<Card title={`Title ${number}`} author="Load" />, {
    width: options.width,
    height: options.height,
  });
};
