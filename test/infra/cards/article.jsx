import { Logo } from './parts/logo';

export const options = { width: 600, height: 315 };

export default function Article({ title = 'Hello' }) {
  return (
    <div style={{ display: 'flex' }}>
      <Logo />
      {title}
    </div>
  );
}
