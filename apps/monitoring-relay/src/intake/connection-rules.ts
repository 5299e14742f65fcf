import type { ConnectionRules } from '#http';
import { ingestHeaders, isIngestPath, toIngestRefusal } from '#shared';
import { toRefusalAnswer } from './answer.ts';

/** Whatever is no request is refused as a report is. */
export const connectionRules: ConnectionRules = {
  refuse: (code) => {
    const { headers, body } = toIngestRefusal(toRefusalAnswer({ code }));
    return { headers: { ...ingestHeaders, ...headers }, body };
  },
  // By the least rate at which bodies of reports have to arrive (StallWatch).
  watches: ({ method, url = '' }) => method === 'POST' && isIngestPath(url.replace(/[?#].*$/s, '')),
};
