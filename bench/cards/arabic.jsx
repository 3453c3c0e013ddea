export const options = { width: 1200, height: 630, format: 'webp', quality: 80 };

export default function Arabic({
  title = 'دليل عملي لبناء خدمات سريعة لا تتوقف عند أول عطل',
  author = 'سلمى القاسم',
  section = 'هندسة النظم',
}) {
  return (
    <div
      lang="ar"
      style={{
        width: '100%',
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'flex-end',
        justifyContent: 'space-between',
        padding: 70,
        backgroundImage: 'linear-gradient(180deg, #fff7ed, #fed7aa)',
        fontFamily: 'Inter, Noto Sans Arabic',
        color: '#7c2d12',
      }}
    >
      <div
        style={{
          display: 'flex',
          fontSize: 30,
          fontWeight: 700,
          padding: '8px 24px',
          borderRadius: 12,
          backgroundColor: '#9a3412',
          color: 'white',
        }}
      >
        {section}
      </div>
      <div
        style={{ display: 'flex', fontSize: 76, fontWeight: 700, lineHeight: 1.5, textAlign: 'right', maxWidth: 1000 }}
      >
        {title}
      </div>
      <div style={{ display: 'flex', fontSize: 36 }}>{author}</div>
    </div>
  );
}
