export const options = { width: 1280, height: 720 };

export default function Episode({ show = 'Night Trains', title = 'Sleeping through four borders', number = 12 }) {
  return (
    <div
      style={{
        width: '100%',
        height: '100%',
        display: 'flex',
        position: 'relative',
        background: 'linear-gradient(135deg, #2b0f4b, #6d1a5f)',
        color: '#fff',
      }}
    >
      <div style={{ position: 'absolute', top: 56, left: 64, fontSize: 36 }}>{show}</div>
      <div
        style={{
          position: 'absolute',
          left: 64,
          right: 64,
          top: 190,
          height: 360,
          display: 'flex',
          alignItems: 'center',
        }}
      >
        <h1
          fit={[40, 112]}
          style={{ margin: 0, width: '100%', height: '100%', lineHeight: 1.1, overflowWrap: 'anywhere' }}
        >
          {title}
        </h1>
      </div>
      <div style={{ position: 'absolute', bottom: 56, left: 64, fontSize: 32, color: '#f0c8ff' }}>Episode {number}</div>
    </div>
  );
}
