import type { Card } from '../cards.ts';

/** The card of all requests: without remote images, so that nothing but the service is measured. */
export const loadCard: Card = {
  name: 'load',
  width: 1200,
  height: 630,
  variables: (n) => ({ title: `Title ${n}`, author: 'Load' }),
  source: `export const options = { width: 1200, height: 630, format: 'png' };
export default function Card({ title = 'Hello', author = 'Ana' }) {
  return (
    <div style={{ width: '100%', height: '100%', display: 'flex', flexDirection: 'column', justifyContent: 'space-between', padding: 64, backgroundImage: 'linear-gradient(135deg, #0f172a, #7c3aed)', color: 'white' }}>
      <div style={{ fontSize: 68, fontWeight: 700 }}>{title}</div>
      <div style={{ fontSize: 30 }}>{author}</div>
    </div>
  );
}`,
};
