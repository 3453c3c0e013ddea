export const options = { width: 1200, height: 630, format: 'webp' };

export default function Article({ title = 'A title that says what the page is about', number = 1 }) {
  return (
    <div
      style={{
        width: '100%',
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'space-between',
        padding: 80,
        background: '#fef3c7',
        color: '#451a03',
        borderBottom: '24px solid #d97706',
      }}
    >
      <div style={{ fontSize: 84, fontWeight: 700, lineHeight: 1.1, lineClamp: 4 }}>{title}</div>
      <div style={{ fontSize: 36, color: '#92400e' }}>No. {number}</div>
    </div>
  );
}
