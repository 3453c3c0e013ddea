export const options = { width: 600, height: 315 };

const lines = [
  ['en', 'The quick brown fox'],
  ['ar', 'مرحبا بالعالم'],
  ['he', 'שלום עולם'],
  ['hi', 'नमस्ते दुनिया'],
  ['ja', '直感と骨折'],
  ['zh-Hans', '直感与骨折'],
  ['ko', '안녕하세요 세계'],
];

export default function Scripts() {
  return (
    <div tw="w-full h-full flex flex-col justify-center px-12 gap-1 bg-white text-2xl">
      {lines.map(([lang, text]) => (
        <div key={lang} tw="flex gap-6">
          <span tw="w-28 text-slate-500">{lang}</span>
          <span lang={lang}>{text} 🎉</span>
        </div>
      ))}
    </div>
  );
}
