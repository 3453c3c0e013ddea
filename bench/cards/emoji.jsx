export const options = { width: 1200, height: 630, format: 'webp', quality: 80 };

export default function Emoji({
  title = 'Release party 🎉 new engine 🚂 new colours 🎨 and a cake 🎂 for everyone 🥳',
  row = '😀🤓🥰🤯👻💡✨🌈🍋🎈🧩👩‍🔬🏳️‍🌈👏🏿🇧🇷🦊🐢🌏⚡🎺',
  foot = 'Starts at noon ⏰ bring friends',
}) {
  return (
    <div
      style={{
        width: '100%',
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'center',
        alignItems: 'center',
        backgroundImage: 'linear-gradient(45deg, #ecfeff, #fae8ff)',
        fontFamily: 'Inter',
        color: '#581c87',
        padding: 60,
      }}
    >
      <div
        style={{
          display: 'flex',
          flexWrap: 'wrap',
          justifyContent: 'center',
          fontSize: 64,
          fontWeight: 700,
          textAlign: 'center',
          lineHeight: 1.25,
        }}
      >
        {title}
      </div>
      <div
        style={{
          display: 'flex',
          flexWrap: 'wrap',
          justifyContent: 'center',
          fontSize: 60,
          marginTop: 36,
          letterSpacing: 8,
        }}
      >
        {row}
      </div>
      <div style={{ display: 'flex', fontSize: 32, marginTop: 36, fontWeight: 600 }}>{foot}</div>
    </div>
  );
}
