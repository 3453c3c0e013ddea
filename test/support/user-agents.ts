import type { ClientClass } from '#engine/client-classes.ts';

const safari = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6';
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0';
const android =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile';
const filler = 'Mozilla/5.0 (compatible) ';

const previewers = [
  'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
  'LinkedInBot/1.0 (compatible; Mozilla/5.0; Jakarta Commons-HttpClient/3.1 +http://www.linkedin.com)',
  'WhatsApp/2.23.20.0',
  'WhatsApp/2.19.81 A',
  'WhatsApp/2.2333.9 N',
  'WhatsApp',
  'TelegramBot (like TwitterBot)',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'facebookexternalhit/1.1',
  'facebookexternalhit/1.1;line-poker/1.0',
  'facebookcatalog/1.0',
  'meta-externalfetcher/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
  `${safari.replace('10_15_7', '10_11_1')} Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0`,
  'Twitterbot/1.0',
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'Slackbot 1.0 (+https://api.slack.com/robots)',
  'Slack-ImgProxy (+https://api.slack.com/robots)',
  'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
  'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com',
  'Mozilla/5.0 (compatible; SkypeUriPreview; +https://www.skype.com)',
  'Bluesky Cardyb/1.1; +mailto:support@bsky.app',
  'Mozilla/5.0 (compatible; Pinterestbot/1.0; +http://www.pinterest.com/bot.html)',
  'Pinterest/0.2 (+https://www.pinterest.com/bot.html)',
  'Mozilla/5.0 (compatible; redditbot/1.0; +http://www.reddit.com/feedback)',
  'Mastodon/4.3.2 (http.rb/5.2.0; +https://mastodon.social/)',
  'Mozilla/5.0 (compatible; vkShare; +http://vk.com/dev/Share)',
  'Viber/13.3.0',
  'Mozilla/5.0 (compatible; Snap URL Preview Service; bot; snapchat; https://developers.snap.com/robots)',
  'facebookexternalhit/1.1; kakaotalk-scrap/1.0; +https://devtalk.kakao.com/t/scrap/33984',
  'Mozilla/5.0 (compatible; Embedly/0.2; +http://support.embed.ly/)',
  'Iframely/1.3.1 (+https://iframely.com/docs/about)',
  'linkedinBOT/2.0',
  `${filler.repeat(20)}Twitterbot/1.0${' x'.repeat(3_800)}`,
];

const others = [
  `${safari} Safari/605.1.15`,
  `${iphone} Version/18.1 Mobile/15E148 Safari/604.1`,
  `${chrome} Safari/537.36`,
  `${chrome} Safari/537.36 Edg/131.0.0.0`,
  `${android} Safari/537.36`,
  'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0',
  `${iphone} Mobile/15E148 [LinkedInApp]/9.30.1234`,
  `${iphone} Mobile/15E148 [FBAN/FBIOS;FBAV/490.0.0.36.110;FBDV/iPhone15,2]`,
  `${iphone} Mobile/15E148 Twitter for iPhone/10.60`,
  `${iphone} Mobile/15E148 Instagram 360.0.0.28.86`,
  `${android} Safari/537.36 [Pinterest/Android]`,
  `${android} Safari/537.36 Line/14.19.0`,
  `${chrome} Slack_SSB/4.41.97 Electron/33.0.2 Safari/537.36 Sonic Slack/4.41.97`,
  `${chrome} Safari/537.36 Teams/24295.605.3225.8804/49`,
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Googlebot-Image/1.0',
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  `${safari} Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)`,
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  'curl/8.11.0',
  'Go-http-client/2.0',
  'node',
  '',
  'Mozilla/5.0 \u65e5\u672c\u8a9e \u0130 \u212a \ud83d\ude00 \u00e9',
  '\u0000\u0001\t;)|(.*x/',
  filler.repeat(340),
  `${filler.repeat(60)}Twitterbot/1.0`,
];

/** What programs call themselves, real ones and made up ones, with the class each belongs to; some are 8 KB long. */
export const userAgents: readonly (readonly [agent: string, expected: ClientClass])[] = [
  ...previewers.map((agent) => [agent, 'previewer'] as const),
  ...others.map((agent) => [agent, 'other'] as const),
];
