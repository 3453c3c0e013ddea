export default function Event({ title = 'Hello' }) {
  return <div style={{ display: 'flex' }}>{title}</div>;
}
