export const options = { width: 1080, height: 1080 };

export default function Quote({
  quote = 'The map is drawn by walking.',
  name = 'Inés Alvarado',
  role = 'Cartographer',
}) {
  return (
    <div
      style={{
        width: '100%',
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'center',
        gap: 48,
        padding: 96,
        background: '#143d36',
        color: '#f1efe4',
      }}
    >
      <p style={{ margin: 0, fontSize: 96, lineHeight: 1.15, overflowWrap: 'anywhere', lineClamp: 5 }}>{quote}</p>
      <div style={{ display: 'flex', flexDirection: 'column', fontSize: 40 }}>
        <span style={{ overflowWrap: 'anywhere', lineClamp: 1 }}>{name}</span>
        <span style={{ color: '#a9c7ba', overflowWrap: 'anywhere', lineClamp: 1 }}>{role}</span>
      </div>
    </div>
  );
}
