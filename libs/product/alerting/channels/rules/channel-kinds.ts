/** Settings that a channel needs for sending. Fields that its kind does not use are absent. */
export interface ChannelSettings {
  readonly address?: string;
  /** Token or key; for a webhook the key that signs requests. */
  readonly secret?: string;
  /** Mail addresses, or the id of the one chat that a bot writes to. */
  readonly recipients?: readonly string[];
}

export type ChannelField = 'address' | 'secret' | 'recipients';

interface ChannelFieldWords {
  readonly label: string;
  readonly hint?: string;
  readonly isOptional?: boolean;
}

interface ChannelKindWords {
  readonly name: string;
  readonly does: string;
  readonly fields: Readonly<Partial<Record<ChannelField, ChannelFieldWords>>>;
  /** When present, the address must have one of these hosts or a subdomain. */
  readonly hosts?: readonly string[];
  readonly defaultAddress?: string;
  /** A pager has an incident for each issue, and always hears that it is over. */
  readonly isPager?: true;
}

const WEBHOOK_ADDRESS = { label: 'Address of the incoming webhook' };

const channelKinds = {
  mail: {
    name: 'Mail',
    does: 'Mail to up to 10 addresses. It needs a mail server (SMTP_URL).',
    fields: {
      recipients: { label: 'Mail addresses', hint: 'At most 10, with commas between them.' },
    },
  },
  webhook: {
    name: 'Webhook',
    does: 'Signed JSON to your own program. It needs an address and a secret.',
    fields: {
      address: { label: 'Address' },
      secret: {
        label: 'Secret that signs requests',
        hint: 'At least 16 characters, such as “openssl rand -hex 32” makes. docs/alerts.md says how your receiver checks the signature.',
      },
    },
  },
  slack: {
    name: 'Slack',
    does: 'Messages in a Slack channel. It needs an incoming webhook of the channel.',
    fields: { address: WEBHOOK_ADDRESS },
    hosts: ['hooks.slack.com', 'hooks.slack-gov.com'],
  },
  teams: {
    name: 'Microsoft Teams',
    does: 'Cards in a Teams channel. It needs a workflow that takes webhook requests.',
    fields: {
      address: {
        label: 'Address of the workflow',
        hint: 'Copy it from the trigger “When a Teams webhook request is received”.',
      },
    },
  },
  discord: {
    name: 'Discord',
    does: 'Messages in a Discord channel. It needs a webhook of the channel.',
    fields: { address: WEBHOOK_ADDRESS },
    hosts: ['discord.com', 'discordapp.com'],
  },
  mattermost: {
    name: 'Mattermost',
    does: 'Messages in a Mattermost channel. It needs an incoming webhook of the channel.',
    fields: { address: WEBHOOK_ADDRESS },
  },
  telegram: {
    name: 'Telegram',
    does: 'Messages of a bot in a chat. It needs the bot’s token and the chat’s id.',
    fields: {
      secret: { label: 'Token of the bot' },
      recipients: { label: 'Id of the chat', hint: 'A number, or @name of a public channel.' },
      address: {
        label: 'Server of the bot API',
        hint: 'https://api.telegram.org unless you run your own.',
        isOptional: true,
      },
    },
    defaultAddress: 'https://api.telegram.org',
  },
  'google-chat': {
    name: 'Google Chat',
    does: 'Messages in a space. It needs a webhook of the space.',
    fields: { address: WEBHOOK_ADDRESS },
    hosts: ['chat.googleapis.com'],
  },
  ntfy: {
    name: 'ntfy',
    does: 'Push messages to whoever follows a topic. It needs the topic’s address.',
    fields: {
      address: { label: 'Address of the topic', hint: 'Such as https://ntfy.sh/topic.' },
      secret: {
        label: 'Access token',
        hint: 'Needed only if the topic asks for one.',
        isOptional: true,
      },
    },
  },
  pagerduty: {
    name: 'PagerDuty',
    does: 'Incidents of a service. It needs the service’s key for the Events API v2.',
    fields: {
      secret: { label: 'Integration key (Events API v2)' },
      address: {
        label: 'Address of the Events API',
        hint: 'https://events.pagerduty.com/v2/enqueue unless your account is in the EU.',
        isOptional: true,
      },
    },
    hosts: ['pagerduty.com'],
    isPager: true,
    defaultAddress: 'https://events.pagerduty.com/v2/enqueue',
  },
} as const satisfies Readonly<Record<string, ChannelKindWords>>;

export type ChannelKind = keyof typeof channelKinds;

export const channelKindNames = /* @__PURE__ */ Object.keys(channelKinds) as readonly ChannelKind[];

export function channelKindOf(kind: ChannelKind): ChannelKindWords {
  return channelKinds[kind];
}
