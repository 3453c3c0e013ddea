export const options = { width: 1200, height: 630, format: 'webp', quality: 80 };

export default function Japanese({
  title = '止めずに載せ替える：毎日使う決済基盤を一年かけて移した記録',
  lead = '一度も停止させずに古いデータベースから新しい仕組みへ移るまでの手順と、途中で出会った失敗、そこから学んだことを順にまとめました。',
  site = '開発者の手帖',
}) {
  return (
    <div
      lang="ja"
      style={{
        width: '100%',
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'space-between',
        padding: 70,
        backgroundColor: '#f0fdfa',
        borderLeft: '24px solid #0f766e',
        fontFamily: 'Inter, Noto Sans JP',
        color: '#134e4a',
      }}
    >
      <div style={{ display: 'flex', fontSize: 30, fontWeight: 700, color: '#0f766e' }}>{site}</div>
      <div style={{ display: 'flex', fontSize: 64, fontWeight: 700, lineHeight: 1.35 }}>{title}</div>
      <div style={{ display: 'flex', fontSize: 32, lineHeight: 1.6, color: '#475569' }}>{lead}</div>
    </div>
  );
}
