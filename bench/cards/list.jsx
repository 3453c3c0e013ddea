export const options = { width: 1200, height: 1500, format: 'png' };

const names =
  'Aino,Bram,Camila,Dario,Elif,Farid,Greta,Hugo,Ines,Jarek,Kofi,Lotte,Mina,Noor,Otis,Petra,Quirin,Rania,Simo,Tilda,Ulla,Viktor,Wanda,Ximena,Yusuf,Zora,Anselm,Birgit,Clara,Dimitri'.split(
    ',',
  );

export default function List({
  heading = 'Kilometres this week',
  about = 'City cycling, 14 to 20 November',
  unit = 'km',
}) {
  const rows = names.map((name, index) => ({ name, distance: 412 - index * 12 + ((index * 31) % 11) }));
  return (
    <div
      style={{
        width: '100%',
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        backgroundColor: '#0c0a09',
        fontFamily: 'Inter',
        color: '#e7e5e4',
        padding: 48,
      }}
    >
      <div style={{ display: 'flex', fontSize: 52, fontWeight: 700 }}>{heading}</div>
      <div style={{ display: 'flex', fontSize: 24, color: '#a8a29e', marginTop: 4, marginBottom: 20 }}>{about}</div>
      {rows.map(({ name, distance }, index) => (
        <div
          key={name}
          style={{
            display: 'flex',
            alignItems: 'center',
            height: 40,
            padding: '0 16px',
            borderRadius: 8,
            backgroundColor: index % 2 ? 'rgba(255,255,255,0.05)' : 'transparent',
          }}
        >
          <div style={{ display: 'flex', width: 56, fontSize: 20, color: '#78716c' }}>{index + 1}</div>
          <div style={{ display: 'flex', width: 220, fontSize: 22, fontWeight: 600 }}>{name}</div>
          <div style={{ display: 'flex', flex: 1, height: 12, borderRadius: 6, backgroundColor: '#292524' }}>
            <div
              style={{
                display: 'flex',
                width: `${Math.round(distance / 4.2)}%`,
                height: 12,
                borderRadius: 6,
                backgroundImage: 'linear-gradient(90deg, #34d399, #fbbf24)',
              }}
            />
          </div>
          <div
            style={{ display: 'flex', width: 150, justifyContent: 'flex-end', fontSize: 22 }}
          >{`${distance} ${unit}`}</div>
        </div>
      ))}
    </div>
  );
}
