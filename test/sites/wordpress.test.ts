import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { siteImagePathOf } from 'image-url-contract/sites/site-path.ts';
import { describe, expect, it } from 'vitest';

const plugin = resolve('examples/wordpress/image-url.php');
const isPhpThere = spawnSync('php', ['--version']).status === 0;

/** The functions of WordPress that the plugin calls. */
const wordpress = `
define('ABSPATH', '/');
$hooks = [];
function add_action($name, $run, $priority = 10) { global $hooks; $hooks[$name][] = $run; }
function add_filter($name, $run) { add_action($name, $run); }
function apply_filters($name, $value) {
  global $hooks;
  foreach ($hooks[$name] ?? [] as $run) $value = $run($value);
  return $value;
}
function is_front_page() { global $address; return $address === 'https://example.com/'; }
function is_singular() { global $address; return $address !== null; }
function get_permalink() { global $address; return $address; }
function home_url($path) { return 'https://example.com' . $path; }
function esc_url($url) { return htmlspecialchars($url); }
function esc_attr($text) { return htmlspecialchars($text); }
function wp_get_document_title() { return 'Cats & "dogs"'; }
`;

/** Runs the plugin on a page, and prints what `more` prints after it. */
const run = (address: string | null, more = "foreach ($hooks['wp_head'] as $run) $run();", before = ''): string => {
  const program = `<?php ${wordpress} $address = ${JSON.stringify(address)};
define('IMAGE_URL_HOST', 'https://img.example/'); define('IMAGE_URL_SITE_ID', 'site'); ${before}
require ${JSON.stringify(plugin)}; ${more}`;
  const { stdout, stderr, status } = spawnSync('php', { input: program, encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  return stdout;
};

describe.skipIf(!isPhpThere)(`the WordPress plugin${isPhpThere ? '' : ' (SKIPPED: PHP is not installed)'}`, () => {
  it.each(['/', '/blog/', '/blog/first', '/caf%C3%A9/'])('names the image of %s as the service does', (path) => {
    expect(run(`https://example.com${path}`)).toContain(
      `<meta property="og:image" content="https://img.example${siteImagePathOf('site', path)}" />\n`,
    );
  });

  it('writes size and alternative text, escaped', () => {
    const tags = run('https://example.com/a', undefined, "add_filter('image_url_size', fn () => [1080, 1080]);");
    expect(tags).toContain('<meta property="og:image:width" content="1080" />');
    expect(tags).toContain('<meta property="og:image:alt" content="Cats &amp; &quot;dogs&quot;" />');
    expect(tags).toContain('<meta name="twitter:card" content="summary" />');
  });

  it('writes nothing for a page without an address, and leaves the tags to a plugin for search engines', () => {
    expect(run(null)).toBe('');
    const yoast = "define('WPSEO_VERSION', '1');";
    expect(run('https://example.com/a', undefined, yoast)).toBe('');
    const filtered = "echo apply_filters('wpseo_opengraph_image', 'own.png');";
    expect(run('https://example.com/a', filtered, yoast)).toBe('https://img.example/v1/s/site/a.jpg');
    expect(run(null, filtered, yoast)).toBe('own.png');
  });
});
