export const options = { width: 1200, height: 630, format: 'png', preflight: true };

interface CardProps {
  title?: string;
  author?: string;
}

export default function Card({ title = 'Hello from my images', author = 'My site' }: CardProps) {
  return (
    <div tw="flex h-full w-full flex-col gap-12 bg-gradient-to-br from-slate-900 to-blue-900 p-20 text-white">
      <div fit={[48, 140]} style={{ flex: 1, fontWeight: 700, lineHeight: 1.1 }}>
        {title}
      </div>
      <div tw="flex items-center gap-5 text-4xl text-sky-200">
        <div tw="h-4 w-4 rounded-full bg-sky-400" />
        {author}
      </div>
    </div>
  );
}
