export const options = { width: 1200, height: 630, format: 'webp', quality: 80 };

const facts = [
  ['Weight', '4.2 kg'],
  ['Tank', '1.8 litres'],
  ['Pump', '15 bar'],
  ['Boiler', 'Stainless, 300 ml'],
  ['Heats up in', '38 seconds'],
  ['Grinder', '54 mm, conical'],
  ['Power', '1,450 W'],
  ['Warranty', '5 years'],
];

const colours = ['#1f2937', '#d1d5db', '#991b1b', '#0369a1'];

const Star = ({ isFull }) => (
  <svg width="28" height="28" viewBox="0 0 24 24">
    <path
      d="M12 1.8l3 6.6 7.1.8-5.3 4.8 1.5 7L12 17.4 5.7 21l1.5-7L1.900 9.200 9 8.400z"
      fill={isFull ? '#eab308' : '#e5e7eb'}
    />
  </svg>
);

export default function Product({
  name = 'Cima espresso machine',
  maker = 'OFFICINA NORD',
  price = '€489',
  before = '€560',
  rating = '4',
  reviews = '2,318 reviews',
  label = 'NEW COLOUR',
  picture = 'https://pictures.example/product.png',
}) {
  return (
    <div
      style={{
        width: '100%',
        height: '100%',
        display: 'flex',
        backgroundColor: '#fafaf9',
        fontFamily: 'Inter',
        color: '#1c1917',
        padding: 40,
      }}
    >
      <div
        style={{
          display: 'flex',
          position: 'relative',
          width: 470,
          height: 550,
          borderRadius: 30,
          backgroundImage: 'radial-gradient(circle at 35% 30%, #fef3c7, #fdba74)',
          boxShadow: '0 18px 40px rgba(28,25,23,0.2)',
          alignItems: 'center',
          justifyContent: 'center',
        }}
      >
        <img src={picture} width={390} height={390} />
        <div
          style={{
            display: 'flex',
            position: 'absolute',
            top: 22,
            left: 22,
            backgroundColor: '#b91c1c',
            color: 'white',
            fontSize: 22,
            fontWeight: 700,
            padding: '8px 16px',
            borderRadius: 10,
          }}
        >
          {label}
        </div>
        <div style={{ display: 'flex', position: 'absolute', bottom: 22, left: 22 }}>
          {colours.map((colour) => (
            <div
              key={colour}
              style={{
                display: 'flex',
                width: 34,
                height: 34,
                borderRadius: 17,
                marginRight: 12,
                backgroundColor: colour,
                border: '3px solid white',
              }}
            />
          ))}
        </div>
      </div>
      <div
        style={{ display: 'flex', flexDirection: 'column', marginLeft: 44, flex: 1, justifyContent: 'space-between' }}
      >
        <div style={{ display: 'flex', flexDirection: 'column' }}>
          <div style={{ display: 'flex', fontSize: 20, fontWeight: 600, letterSpacing: 3, color: '#78716c' }}>
            {maker}
          </div>
          <div style={{ display: 'flex', fontSize: 46, fontWeight: 700, lineHeight: 1.15, marginTop: 8 }}>{name}</div>
          <div style={{ display: 'flex', alignItems: 'center', marginTop: 12 }}>
            {[1, 2, 3, 4, 5].map((number) => (
              <Star key={number} isFull={number <= Number(rating)} />
            ))}
            <div style={{ display: 'flex', marginLeft: 12, fontSize: 20, color: '#57534e' }}>{reviews}</div>
          </div>
        </div>
        <div
          style={{
            display: 'flex',
            flexWrap: 'wrap',
            borderTop: '2px solid #e7e5e4',
            borderBottom: '2px solid #e7e5e4',
            padding: '12px 0',
          }}
        >
          {facts.map(([fact, value]) => (
            <div key={fact} style={{ display: 'flex', flexDirection: 'column', width: '50%', padding: '6px 0' }}>
              <div style={{ display: 'flex', fontSize: 16, color: '#78716c' }}>{fact}</div>
              <div style={{ display: 'flex', fontSize: 20, fontWeight: 600 }}>{value}</div>
            </div>
          ))}
        </div>
        <div style={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
          <div style={{ display: 'flex', alignItems: 'flex-end' }}>
            <div style={{ display: 'flex', fontSize: 56, fontWeight: 700, lineHeight: 1 }}>{price}</div>
            <div
              style={{
                display: 'flex',
                fontSize: 28,
                color: '#a8a29e',
                marginLeft: 16,
                textDecoration: 'line-through',
              }}
            >
              {before}
            </div>
          </div>
          <div
            style={{
              display: 'flex',
              backgroundImage: 'linear-gradient(90deg, #c2410c, #be123c)',
              color: 'white',
              fontSize: 24,
              fontWeight: 600,
              padding: '18px 34px',
              borderRadius: 16,
              boxShadow: '0 8px 20px rgba(190,18,60,0.35)',
            }}
          >
            Add to basket
          </div>
        </div>
      </div>
    </div>
  );
}
