export const options = { width: 600, height: 315, format: 'jpeg' };

export default function Careless({ author }) {
  return (
    <div style={{ width: '100%', height: '100%', display: 'flexbox', padding: 30 }}>
      <img src="https://pictures.example/portrait.png" />
      <div style={{ width: 200, height: 40, fontSize: 36, fontFamily: 'Nonesuch' }}>By {author.name}, of course</div>
      <div tw="text-xxl" style={{ colour: '#eee', transition: 'all 1s' }}>
        Hello
      </div>
    </div>
  );
}
