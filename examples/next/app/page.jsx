import Link from 'next/link';
import { articles } from '../articles.js';

export const metadata = { title: 'Articles' };

export default function Page() {
  return (
    <ul>
      {articles.map(({ slug, title }) => (
        <li key={slug}>
          <Link href={`/${slug}`}>{title}</Link>
        </li>
      ))}
    </ul>
  );
}
