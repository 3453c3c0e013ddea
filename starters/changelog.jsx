// Changelog: the version as the hero, what changed beside it. Each change is `{ kind, text }` or a line "Added: text".

const sizes = { og: [1200, 630], square: [1080, 1080] };
export const options = { sizes, format: 'webp', quality: 90, fontFamily: 'Inter', preflight: true };

const colours = { added: '#0B7A4B', changed: '#2456C8', fixed: '#A8480B', removed: '#B4232C', security: '#6D35B8' };

/** `{ kind, text }` of a change, however it is written. */
const changeOf = (change) =>
  typeof change === 'object' ? change : /^(?:(?<kind>\w+):)?\s*(?<text>.*)$/s.exec(change).groups;

export default function Changelog({
  version = '4.2',
  product = 'Atlas',
  date = '18 May 2026',
  title = '',
  changes = [
    { kind: 'Added', text: 'Layers that can be locked' },
    { kind: 'Changed', text: 'Exports at half the size' },
    { kind: 'Fixed', text: 'Labels keep their place when the window is resized' },
    { kind: 'Removed', text: 'The old import dialog' },
  ],
  size,
}) {
  const all = (Array.isArray(changes) ? changes : changes.split('\n')).map(changeOf).filter(({ text }) => text);
  const shown = all.slice(0, title ? 3 : 5);
  const rest = all.length - shown.length;
  const isSquare = size.width === size.height;
  const hero = { lineClamp: 4, maxHeight: isSquare ? 300 : 214, lineHeight: 1.05, letterSpacing: '-0.06em' };
  const heading = { marginBottom: 24, lineClamp: 3, maxHeight: 110, lineHeight: 1.05, letterSpacing: '-0.03em' };
  const row = shown.length > 4 ? { padding: '10px 0', fontSize: 26 } : { padding: '14px 0', fontSize: 29 };
  return (
    <div
      tw="flex w-full h-full bg-white text-[#111418]"
      style={{ padding: '60px 72px', flexDirection: isSquare ? 'column' : 'row' }}
    >
      <div
        tw="flex flex-col justify-between leading-[1.2]"
        style={isSquare ? { height: 460 } : { width: 400, paddingRight: 56 }}
      >
        <div tw="font-bold tracking-tight truncate text-[32px]">{product}</div>
        <div fit={[48, isSquare ? 280 : 200]} tw="font-black break-words" style={hero}>
          {version}
        </div>
        <div tw="truncate text-[28px] text-slate-600">{date}</div>
      </div>
      <div tw="flex flex-1 flex-col justify-center min-w-0 leading-[1.3]">
        {title && (
          <div dir="auto" fit={[34, 56]} tw="font-extrabold text-balance break-words" style={heading}>
            {title}
          </div>
        )}
        {shown.map(({ kind, text }) => (
          <div key={text} tw="flex border-t-2 border-slate-200" style={row}>
            <div tw="w-[166px] font-bold truncate" style={{ color: colours[String(kind).toLowerCase()] }}>
              {kind || 'Changed'}
            </div>
            <div dir="auto" tw="flex-1 min-w-0 font-medium break-words line-clamp-2">
              {text}
            </div>
          </div>
        ))}
        {shown.length > 0 && <div tw="h-[2px] bg-slate-200" />}
        {rest > 0 && <div tw="mt-[18px] text-[26px] text-slate-600">and {rest} more</div>}
      </div>
    </div>
  );
}
