export const options = { width: 600, height: 315 };

const tile = { padding: 20, borderRadius: 12, background: '#fff', fontSize: 20 };

export default function Layout() {
  return (
    <div style={{ width: '100%', height: '100%', display: 'flex', gap: 16, padding: 24, background: '#e0e7ff' }}>
      <div style={{ ...tile, width: 180 }}>180 px wide, padding included</div>
      <div style={{ flex: 1, flexDirection: 'column', gap: 16 }}>
        <div style={{ ...tile, flex: 1 }}>what is left</div>
        <div style={{ display: 'grid', gridTemplateColumns: '1fr 2fr', gap: 16 }}>
          <div style={tile}>1fr</div>
          <div style={tile}>2fr</div>
        </div>
      </div>
      <div style={{ ...tile, position: 'absolute', right: 12, top: 12, background: '#fde68a' }}>on top</div>
    </div>
  );
}
