export const options = { width: 1000, height: 700, format: 'jpeg' };

export default function Ticket({
  event = 'Harvest Fair',
  place = 'Mill Lane 8, Oxford',
  seat = 'Row F, 14',
  price = '£28',
}) {
  return (
    <div
      style={{
        width: '100%',
        height: '100%',
        display: 'grid',
        gridTemplateColumns: '2fr 1fr',
        background: '#fdf6e9',
        color: '#3a1d0c',
      }}
    >
      <div
        style={{ display: 'flex', flexDirection: 'column', justifyContent: 'space-between', padding: 56, minWidth: 0 }}
      >
        <h1 style={{ margin: 0, fontSize: 84, lineHeight: 1.05, overflowWrap: 'anywhere', lineClamp: 3 }}>{event}</h1>
        <p style={{ margin: 0, fontSize: 34, overflowWrap: 'anywhere', lineClamp: 2 }}>{place}</p>
      </div>
      <div
        style={{
          display: 'flex',
          flexDirection: 'column',
          justifyContent: 'space-between',
          padding: 48,
          background: '#b3401d',
          color: '#fff6ea',
          minWidth: 0,
        }}
      >
        <span style={{ fontSize: 34, overflowWrap: 'anywhere', lineClamp: 3 }}>{seat}</span>
        <span style={{ fontSize: 80, fontWeight: 700 }}>{price}</span>
      </div>
    </div>
  );
}
