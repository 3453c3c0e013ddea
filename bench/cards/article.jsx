export const options = { width: 1200, height: 630, format: 'webp', quality: 80 };

export default function Article({
  title = 'What a year of slow disks taught us about queues',
  author = 'Ingrid Halvorsen',
  role = 'Storage team',
  date = '21 November 2026',
  topic = 'Infrastructure',
  avatar = 'https://pictures.example/avatar.jpg',
}) {
  return (
    <div
      style={{
        width: '100%',
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'space-between',
        padding: 60,
        backgroundImage: 'linear-gradient(120deg, #111827 0%, #1d4ed8 60%, #9333ea 100%)',
        fontFamily: 'Inter',
        color: 'white',
      }}
    >
      <div style={{ display: 'flex', alignItems: 'center' }}>
        <div
          style={{
            display: 'flex',
            padding: '10px 24px',
            borderRadius: 40,
            backgroundColor: 'rgba(255,255,255,0.15)',
            border: '1px solid rgba(255,255,255,0.4)',
            fontSize: 24,
            fontWeight: 600,
          }}
        >
          {topic}
        </div>
        <div style={{ display: 'flex', marginLeft: 20, fontSize: 24, opacity: 0.7 }}>{date}</div>
      </div>
      <div
        style={{ display: 'flex', fontSize: 70, fontWeight: 700, lineHeight: 1.1, letterSpacing: -1, maxWidth: 1020 }}
      >
        {title}
      </div>
      <div style={{ display: 'flex', alignItems: 'center' }}>
        <img
          src={avatar}
          width={100}
          height={100}
          style={{
            borderRadius: 50,
            border: '4px solid rgba(255,255,255,0.85)',
            boxShadow: '0 14px 30px rgba(0,0,0,0.45)',
          }}
        />
        <div style={{ display: 'flex', flexDirection: 'column', marginLeft: 24 }}>
          <div style={{ display: 'flex', fontSize: 30, fontWeight: 600 }}>{author}</div>
          <div style={{ display: 'flex', fontSize: 24, opacity: 0.8, marginTop: 6 }}>{role}</div>
        </div>
      </div>
    </div>
  );
}
