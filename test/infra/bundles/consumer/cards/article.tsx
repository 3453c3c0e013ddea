import { Logo } from './parts/logo';

export default function Article({ title = 'Hello' }: { title?: string }) {
  return (
    <div style={{ display: 'flex' }}>
      <Logo />
      {title}
    </div>
  );
}
