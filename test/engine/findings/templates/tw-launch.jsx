export const options = { width: 1200, height: 630 };

export default function Launch({ product = 'Harbour', line = 'Deploy previews for every branch', version = 'v4.0' }) {
  return (
    <div tw="flex w-full h-full bg-white p-16">
      <div tw="flex flex-col justify-between flex-1">
        <p tw="m-0 text-3xl text-slate-600">{version}</p>
        <div tw="flex flex-col">
          <h1 tw="m-0 text-8xl font-bold text-slate-900" style={{ overflowWrap: 'anywhere', lineClamp: 2 }}>
            {product}
          </h1>
          <p tw="m-0 mt-4 text-4xl text-slate-700" style={{ overflowWrap: 'anywhere', lineClamp: 3 }}>
            {line}
          </p>
        </div>
        <p tw="m-0 text-2xl text-slate-500">harbour.example</p>
      </div>
      <div tw="flex w-72 rounded-3xl bg-indigo-600" />
    </div>
  );
}
