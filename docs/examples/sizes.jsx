export const options = { sizes: { og: [600, 315], square: [500, 500], story: [360, 640] } };

export default function Talk({ title = 'Images from templates', speaker = 'Ada Lovelace', size }) {
  const isWide = size.width > size.height;
  const unit = Math.min(size.width, size.height) / 100;
  return (
    <div
      style={{
        width: '100%',
        height: '100%',
        display: 'flex',
        flexDirection: isWide ? 'row' : 'column',
        gap: 8 * unit,
        padding: 8 * unit,
        background: '#0f172a',
        color: '#f8fafc',
      }}
    >
      <div fit style={{ flex: 1, fontSize: 18 * unit, fontWeight: 700 }}>
        {title}
      </div>
      <div style={{ fontSize: 5 * unit, color: '#94a3b8', alignSelf: 'flex-end' }}>{speaker}</div>
    </div>
  );
}
