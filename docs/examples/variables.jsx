export const options = { width: 600, height: 315 };

export default function Event({ name, day = 'Saturday', seats = 40, tags = ['talk', 'free'], note }) {
  return (
    <div tw="w-full h-full flex flex-col p-10 gap-3 bg-slate-900 text-white">
      <div tw="text-5xl font-bold">{name}</div>
      <div tw="text-2xl text-slate-300">
        {day}, {seats.toFixed(0)} seats
      </div>
      <div tw="flex gap-2 text-xl">
        {tags.map((tag) => (
          <span key={tag} tw="px-3 py-1 rounded-full bg-sky-700">
            {tag}
          </span>
        ))}
      </div>
      {note && <div tw="text-xl text-slate-300">{note}</div>}
    </div>
  );
}
