/** What a channel is sent by. Absent where its kind has no use for it. */
export interface ChannelSettings {
  /** Where requests go: with what is secret in it. */
  readonly address?: string;
  /** Token or key; of a webhook what its requests are signed with. */
  readonly secret?: string;
  /** Mail addresses, or the one chat of a bot. */
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
  /** One sentence of what it does, and one of what it needs. */
  readonly does: string;
  /** What it asks for, in the order of the form. */
  readonly fields: Readonly<Partial<Record<ChannelField, ChannelFieldWords>>>;
  /** Host that an address has to be of, or of a host below it. */
  readonly hosts?: readonly string[];
  /** The address, where none is given. */
  readonly defaultAddress?: string;
}

const WEBHOOK_ADDRESS = { label: 'Address of the incoming webhook' };

/** Every kind of channel: what it is called, and what it asks for. */
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
    defaultAddress: 'https://events.pagerduty.com/v2/enqueue',
  },
} as const satisfies Readonly<Record<string, ChannelKindWords>>;

export type ChannelKind = keyof typeof channelKinds;

export const channelKindNames = /* @__PURE__ */ Object.keys(channelKinds) as readonly ChannelKind[];

/** What a kind asks for. */
export function channelKindOf(kind: ChannelKind): ChannelKindWords {
  return channelKinds[kind];
}
