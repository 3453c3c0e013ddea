<?php
/**
 * Plugin Name: Image URL
 * Description: Gives every page the og:image of its site in an Image URL service: one tag, which the service reads and renders.
 * Version: 0.1.0
 * Requires PHP: 7.4
 * License: MIT
 *
 * Put this file into wp-content/plugins, activate it, and add two lines to wp-config.php:
 *
 *     define('IMAGE_URL_HOST', 'https://img.example.com');
 *     define('IMAGE_URL_SITE_ID', '...');
 */

if (!defined('ABSPATH')) {
    exit;
}

/** Returns the URL of the image of the page with this address, or null before the plugin is configured. */
function image_url_of(string $address): ?string
{
    if (!defined('IMAGE_URL_HOST') || !defined('IMAGE_URL_SITE_ID')) {
        return null;
    }
    $path = parse_url($address, PHP_URL_PATH) ?: '/';
    if (substr($path, -1) === '/') {
        $path .= 'index';
    }
    return rtrim(IMAGE_URL_HOST, '/') . '/v1/s/' . IMAGE_URL_SITE_ID . $path . '.jpg';
}

/** Returns the image of the current page, or null for a page without an address of its own, such as a search. */
function image_url_current(): ?string
{
    if (is_front_page()) {
        return image_url_of(home_url('/'));
    }
    $address = is_singular() ? get_permalink() : false;
    return $address ? image_url_of($address) : null;
}

/** Size of the image: the filter `image_url_size` sets that of another template. */
function image_url_size(): array
{
    return apply_filters('image_url_size', [1200, 630]);
}

/** Returns whether a plugin for search engines writes the tags; its filters below get the image. */
function image_url_has_seo_plugin(): bool
{
    return defined('WPSEO_VERSION') || defined('RANK_MATH_VERSION');
}

add_action('wp_head', function () {
    $image = image_url_current();
    if ($image === null || image_url_has_seo_plugin()) {
        return;
    }
    [$width, $height] = image_url_size();
    printf('<meta property="og:image" content="%s" />' . "\n", esc_url($image));
    printf('<meta property="og:image:width" content="%d" />' . "\n", $width);
    printf('<meta property="og:image:height" content="%d" />' . "\n", $height);
    printf('<meta property="og:image:alt" content="%s" />' . "\n", esc_attr(wp_get_document_title()));
    printf('<meta name="twitter:card" content="%s" />' . "\n", $width > $height ? 'summary_large_image' : 'summary');
}, 5);

/** Replaces the image of Yoast SEO (`wpseo_...`) and Rank Math (`rank_math/...`). */
foreach (
    [
        'wpseo_opengraph_image',
        'wpseo_twitter_image',
        'rank_math/opengraph/facebook/image',
        'rank_math/opengraph/twitter/image',
    ] as $filter
) {
    add_filter($filter, function ($image) {
        return image_url_current() ?? $image;
    });
}
