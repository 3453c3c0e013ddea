import { type ImageFormat, imageFormats } from './image-formats.ts';
import { limits } from './limits.ts';

/**
 * Client classes: link previewers (programs that show an image with a link) and all others. The edge function decides
 * by the words of `previewers`; without it every client is `other`.
 */
export const clientClasses = ['previewer', 'other'] as const;
export type ClientClass = (typeof clientClasses)[number];

export interface Previewer {
  readonly name: string;
  /** Lower-case words of its `User-Agent` that no browser's `User-Agent` contains. */
  readonly agents: readonly [string, ...string[]];
  /** Formats that it shows; absent if unknown. */
  readonly shows?: readonly (ImageFormat | 'gif')[];
  /** Size in bytes of the largest image that it shows; absent if unknown. */
  readonly bytes?: number;
  /** Kind of source: the vendor's documentation, or tests by users. */
  readonly sourceName: 'vendor' | 'users';
  readonly source: string;
}

const crawlerList = 'https://github.com/monperrus/crawler-user-agents';

/**
 * The table of link previewers. All of them get the same image, JPEG or PNG of at most `limits.previewerBytes`: some
 * that show WebP cannot be distinguished from others that do not (Messages identifies itself as Facebook and Twitter),
 * and all of them show JPEG (docs/decisions/0172). `npm run docs` writes the words into the edge function, and the
 * table into docs/client-classes.md.
 */
export const previewers: readonly Previewer[] = [
  {
    name: 'LinkedIn',
    agents: ['linkedinbot'],
    ...{ shows: ['jpeg', 'png', 'gif'], bytes: 5_000_000, sourceName: 'vendor' },
    source: 'https://www.linkedin.com/help/linkedin/answer/a521928',
  },
  {
    name: 'WhatsApp; Signal, which calls itself so',
    agents: ['whatsapp'],
    ...{ shows: ['jpeg', 'png'], bytes: 300_000, sourceName: 'users' },
    source: 'https://www.techcompare.app/open-graph-viewer/whatsapp-link-previews',
  },
  {
    name: 'Telegram',
    agents: ['telegrambot'],
    ...{ shows: ['jpeg', 'png'], sourceName: 'users' },
    source: 'https://github.com/telegramdesktop/tdesktop/issues/16312',
  },
  {
    name: 'Facebook, Messenger, Instagram; LINE and others that call themselves so',
    agents: ['facebookexternalhit', 'facebookcatalog', 'meta-externalfetcher'],
    ...{ bytes: 8_000_000, sourceName: 'vendor' },
    source: 'https://developers.facebook.com/docs/sharing/webmasters/faq',
  },
  {
    name: 'Messages of Apple, which calls itself Facebook and Twitter',
    agents: ['facebot', 'twitterbot'],
    ...{ shows: ['jpeg', 'png'], sourceName: 'users' },
    source: 'https://opengraph-check.com/en/blog/imessage-link-preview-not-working',
  },
  {
    name: 'X',
    agents: ['twitterbot'],
    ...{ shows: ['jpeg', 'png', 'webp', 'gif'], bytes: 5_000_000, sourceName: 'users' },
    source: 'https://og-image-2fo.pages.dev/docs/platforms/twitter',
  },
  {
    name: 'Slack',
    agents: ['slackbot', 'slack-imgproxy'],
    ...{ shows: ['jpeg', 'png', 'gif'], bytes: 5_000_000, sourceName: 'users' },
    source: 'https://www.getrediate.com/og-checker/slack',
  },
  {
    name: 'Discord',
    agents: ['discordbot'],
    ...{ shows: ['jpeg', 'png', 'webp', 'gif'], bytes: 8_000_000, sourceName: 'users' },
    source: 'https://opengraphplus.com/consumers/discord/images',
  },
  {
    name: 'Teams and Skype',
    agents: ['skypeuripreview'],
    sourceName: 'users',
    source: 'https://opengraphplus.com/consumers/teams/crawling',
  },
  {
    name: 'Bluesky',
    agents: ['bluesky cardyb'],
    ...{ bytes: 1_000_000, sourceName: 'vendor' },
    source: 'https://docs.bsky.app/docs/tutorials/creating-a-post#images-embeds',
  },
  {
    name: 'Pinterest',
    agents: ['pinterestbot', 'pinterest/0.'],
    sourceName: 'vendor',
    source: 'https://help.pinterest.com/en/business/article/pinterest-crawler',
  },
  {
    name: 'KakaoTalk',
    agents: ['kakaotalk-scrap'],
    sourceName: 'vendor',
    source: 'https://devtalk.kakao.com/t/scrap/33984',
  },
  {
    name: 'Reddit, Mastodon, VK, Viber, Snapchat',
    agents: ['redditbot', 'mastodon/', 'vkshare', 'viber', 'snap url preview'],
    sourceName: 'users',
    source: crawlerList,
  },
  {
    name: 'Services that fetch cards for others',
    agents: ['embedly', 'iframely', 'linkpreview', 'link preview'],
    sourceName: 'users',
    source: crawlerList,
  },
];

/** Number of characters of a `User-Agent` that are searched; they contain the words of every previewer. */
export const agentCharacters = 1_000;

/** Returns every word once, in the table's order. */
export const getPreviewerWords = (): string[] => [...new Set(previewers.flatMap(({ agents }) => agents))];

const shownFormats = imageFormats.filter((format) => previewers.every(({ shows }) => !shows || shows.includes(format)));

export const isShownByPreviewers = (format: ImageFormat): boolean => shownFormats.includes(format);

/** Returns whether every previewer shows an image. */
export const suitsPreviewers = ({
  format,
  bytes,
}: {
  readonly format: ImageFormat;
  readonly bytes: Uint8Array;
}): boolean => isShownByPreviewers(format) && bytes.length <= limits.previewerBytes;
