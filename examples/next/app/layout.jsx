/** The tags of `opengraph-image` need the address of the site. */
export const metadata = { metadataBase: new URL(process.env.SITE_URL ?? 'http://localhost:3000') };

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
