export const options = { width: 600, height: 315 };

const box = {
  width: 170,
  height: 120,
  padding: 10,
  flexShrink: 0,
  background: '#fff',
  borderRadius: 8,
  lineHeight: 1.15,
};

export default function Fit({
  titles = ['Short', 'A title of middling length', 'A title that goes on and on until nobody reads it'],
}) {
  return (
    <div
      style={{
        width: '100%',
        height: '100%',
        display: 'flex',
        flexWrap: 'wrap',
        gap: 15,
        padding: 25,
        background: '#dcfce7',
      }}
    >
      {titles.map((title) => (
        <div key={title} fit style={box}>
          {title}
        </div>
      ))}
      {titles.map((title) => (
        <div key={title} fit={[14, 28]} style={{ ...box, background: '#bbf7d0' }}>
          {title}
        </div>
      ))}
    </div>
  );
}
