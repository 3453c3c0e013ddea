import type { Platform } from 'image-url-contract/schemas/views.ts';
import { agentCharacters, previewers } from 'image-url-engine/client-classes.ts';

/** `User-Agent` of the canary, whose fetches are not counted. */
export const canaryAgent = 'image-url-canary';

/** Link previewers by the platform that they are counted as. Messages of Apple also calls itself Facebook. */
const byName: Readonly<Record<string, Platform>> = {
  LinkedIn: 'linkedin',
  'WhatsApp; Signal, which calls itself so': 'whatsapp',
  Telegram: 'telegram',
  'Facebook, Messenger, Instagram; LINE and others that call themselves so': 'facebook',
  X: 'x',
  Slack: 'slack',
  Discord: 'discord',
};
const named = previewers.flatMap(({ name, agents }) => {
  const platform = byName[name];
  return platform === undefined ? [] : [{ platform, agents }];
});
const others = previewers.filter(({ name }) => byName[name] === undefined).flatMap(({ agents }) => agents);

/** Programs that call themselves a browser and are none. */
const programs = /bot\b|crawl|spider|preview|headless/;

/** Returns the platform that a `User-Agent` names; `other` for previewers and programs without a name of their own. */
export const getPlatform = (userAgent: string): Platform => {
  const agent = userAgent.slice(0, agentCharacters).toLowerCase();
  const found = named.find(({ agents }) => agents.some((word) => agent.includes(word)));
  if (found) return found.platform;
  if (/google(bot|imageproxy|other|-)/.test(agent)) return 'google';
  if (others.some((word) => agent.includes(word)) || programs.test(agent)) return 'other';
  return agent.startsWith('mozilla/') ? 'browser' : 'other';
};
