export const options = { width: 1200, height: 630, format: 'jpeg', quality: 80 };

export default function Photo({
  title = 'Nine lighthouses to reach on foot before the first snow',
  kicker = 'WEEKEND',
  credit = 'Photograph: Teodor Brandt',
  picture = 'https://pictures.example/photo.jpg',
}) {
  return (
    <div
      style={{
        width: '100%',
        height: '100%',
        display: 'flex',
        position: 'relative',
        fontFamily: 'Inter',
        color: 'white',
        backgroundColor: 'black',
      }}
    >
      <img
        src={picture}
        width={1200}
        height={630}
        style={{ position: 'absolute', top: 0, left: 0, objectFit: 'cover' }}
      />
      <div
        style={{
          position: 'absolute',
          top: 0,
          left: 0,
          width: '100%',
          height: '100%',
          display: 'flex',
          backgroundImage: 'linear-gradient(180deg, rgba(0,0,0,0.05) 0%, rgba(0,0,0,0.75) 100%)',
        }}
      />
      <div
        style={{
          position: 'relative',
          display: 'flex',
          flexDirection: 'column',
          justifyContent: 'flex-end',
          width: '100%',
          height: '100%',
          padding: 64,
        }}
      >
        <div style={{ display: 'flex', fontSize: 26, fontWeight: 700, letterSpacing: 6, color: '#fcd34d' }}>
          {kicker}
        </div>
        <div
          style={{
            display: 'flex',
            fontSize: 70,
            fontWeight: 700,
            lineHeight: 1.1,
            marginTop: 16,
            maxWidth: 960,
            textShadow: '0 4px 16px rgba(0,0,0,0.6)',
          }}
        >
          {title}
        </div>
        <div style={{ display: 'flex', fontSize: 22, marginTop: 24, opacity: 0.8 }}>{credit}</div>
      </div>
    </div>
  );
}
