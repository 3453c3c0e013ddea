export const options = { width: 400, height: 200, format: 'png' };

export default function Badge({ label = 'tests', value = '1,204 passed', colour = '#15803d' }) {
  return (
    <div
      style={{
        width: '100%',
        height: '100%',
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'center',
        backgroundColor: 'white',
        fontFamily: 'Inter',
      }}
    >
      <div
        style={{ display: 'flex', borderRadius: 12, overflow: 'hidden', fontSize: 36, fontWeight: 600, color: 'white' }}
      >
        <div style={{ display: 'flex', padding: '12px 18px', backgroundColor: '#3f3f46' }}>{label}</div>
        <div style={{ display: 'flex', padding: '12px 18px', backgroundColor: colour }}>{value}</div>
      </div>
    </div>
  );
}
