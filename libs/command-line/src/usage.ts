export const serverUsage = `Commands that ask a server (ERRATA_URL and ERRATA_TOKEN, or SENTRY_URL and SENTRY_AUTH_TOKEN):
  errata gate --release <version> [--for 10m] [--max-new 0]
              [--min-crash-free 99.5] [--min-unhandled-free 98] [--min-sessions 100] [--allow-unknown]
              [--project <slug>] [--environment <name>] [--format github|gitlab|plain] [--report <file>]
                            ends 1 when more issues began or regressed in the release,
                            or fewer of its sessions (%) had no crash, or no unhandled error,
                            0 when it was quiet for that time, 2 when it could not know
  errata issues [<search>] [--project <slug>]
                            lists issues, those that are unresolved unless the search says more
  errata explain <issue>    prints an issue as Markdown: WEB-42
  errata mute <issue>       mutes an issue until it gets worse, with the token of a person
  errata resolve <issue> [--in <version>|next]
                            resolves an issue, with the token of a person
`;
