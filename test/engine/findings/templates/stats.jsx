export const options = { width: 1200, height: 630 };

export default function Stats({
  heading = 'The quarter in three numbers',
  rows = [
    { name: 'Revenue', value: '4.2M' },
    { name: 'Customers', value: '1,280' },
    { name: 'Churn', value: '1.9%' },
  ],
}) {
  return (
    <div
      style={{
        width: '100%',
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        gap: 60,
        padding: 60,
        background: '#fffaf0',
        color: '#2d2016',
      }}
    >
      <h1 style={{ margin: 0, fontSize: 64, overflowWrap: 'anywhere', lineClamp: 2 }}>{heading}</h1>
      <div style={{ display: 'flex', flexGrow: 1, gap: 32 }}>
        {rows.map((row) => (
          <div
            key={row.name}
            style={{
              display: 'flex',
              flex: 1,
              minWidth: 0,
              flexDirection: 'column',
              justifyContent: 'center',
              padding: 32,
              background: '#f3e3c7',
              borderRadius: 24,
            }}
          >
            <span style={{ fontSize: 76, fontWeight: 700 }}>{row.value}</span>
            <span style={{ fontSize: 30, color: '#6b4f35', overflowWrap: 'anywhere', lineClamp: 3 }}>{row.name}</span>
          </div>
        ))}
      </div>
    </div>
  );
}
