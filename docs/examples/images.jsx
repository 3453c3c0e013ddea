export const options = { width: 600, height: 315 };

const stripes =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><rect width="60" height="40" fill="%23fda4af"/><path d="M0 40 40 0h20L20 40z" fill="%23e11d48"/></svg>';

export default function Pictures() {
  return (
    <div
      style={{
        width: '100%',
        height: '100%',
        display: 'flex',
        alignItems: 'center',
        gap: 30,
        padding: 30,
        background: '#fff1f2',
      }}
    >
      <img src={stripes} width={160} height={160} style={{ objectFit: 'cover', borderRadius: 80 }} />
      <div style={{ width: 160, height: 160, backgroundImage: `url('${stripes}')`, backgroundSize: '30px 20px' }} />
      <div style={{ display: 'flex', position: 'relative', width: 160, height: 160 }}>
        <svg viewBox="0 0 10 10" width="160" height="160">
          <defs>
            <linearGradient id="dawn" x1="0" x2="1">
              <stop offset="0" stop-color="#e11d48" />
              <stop offset="1" stop-color="#7c3aed" />
            </linearGradient>
          </defs>
          <circle cx="5" cy="5" r="5" fill="url(#dawn)" />
        </svg>
        <div tw="absolute inset-0 flex items-center justify-center text-3xl font-bold text-white">42</div>
      </div>
    </div>
  );
}
