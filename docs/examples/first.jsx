export const options = { width: 600, height: 315, format: 'webp' };

export default function Card({ title = 'Hello from a template', author = 'Ada' }) {
  return (
    <div
      style={{
        width: '100%',
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'center',
        padding: 48,
        gap: 12,
        background: '#fef3c7',
        color: '#78350f',
      }}
    >
      <div style={{ fontSize: 44, fontWeight: 700 }}>{title}</div>
      <div style={{ fontSize: 22 }}>by {author}</div>
    </div>
  );
}
