export const options = { width: 1200, height: 630 };

export default function Blog({
  title = 'How we cut build times in half',
  author = 'Grace Kim',
  date = 'May 4, 2026',
  tag = 'Engineering',
}) {
  return (
    <div
      style={{
        width: '100%',
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'space-between',
        padding: 64,
        background: '#0b1020',
        color: '#f4f6ff',
      }}
    >
      <div
        style={{
          display: 'flex',
          alignSelf: 'flex-start',
          padding: '8px 20px',
          borderRadius: 20,
          background: '#24305e',
          fontSize: 28,
        }}
      >
        {tag}
      </div>
      <h1 style={{ margin: 0, fontSize: 80, lineHeight: 1.1, overflowWrap: 'anywhere', lineClamp: 3 }}>{title}</h1>
      <div style={{ display: 'flex', justifyContent: 'space-between', gap: 40, fontSize: 30, color: '#aab4dd' }}>
        <span style={{ overflowWrap: 'anywhere' }}>{author}</span>
        <span style={{ flexShrink: 0 }}>{date}</span>
      </div>
    </div>
  );
}
