import type { ChannelKind } from '../../rules/channel-kinds.ts';
import type { HttpFormat } from '../http-channel.ts';
import { discord } from './discord.ts';
import { googleChat } from './google-chat.ts';
import { mattermost } from './mattermost.ts';
import { ntfy } from './ntfy.ts';
import { pagerduty } from './pagerduty.ts';
import { slack } from './slack.ts';
import { teams } from './teams.ts';
import { telegram } from './telegram.ts';
import { webhook } from './webhook.ts';

export const httpFormats: Readonly<Record<Exclude<ChannelKind, 'mail'>, HttpFormat>> = {
  webhook,
  slack,
  teams,
  discord,
  mattermost,
  telegram,
  'google-chat': googleChat,
  ntfy,
  pagerduty,
};
